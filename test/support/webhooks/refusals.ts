import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { limitedKeys } from '../limited-keys.ts'
import type { Service } from '../service.ts'
import type { WebhookWorld } from './world.ts'

/** The keys of a service are made once. */
const known = new WeakMap<Service, Promise<string[]>>()

/** Checks that an endpoint needs a key (401) of this project with the scope (403), and a record that is there (404). */
export async function checkRefusals(
  { service }: WebhookWorld,
  method: string,
  path: string,
  body?: unknown,
): Promise<void> {
  const send = async (to: string, key: string | null): Promise<number> =>
    (await service.request(method, to, { key, ...(body !== undefined && { body }) })).status
  assert.equal(await send(path, null), 401)
  const keys = known.get(service) ?? limitedKeys(service)
  known.set(service, keys)
  for (const key of await keys) assert.equal(await send(path, key), 403)
  const ids = path.match(/[0-9a-f-]{36}/g)!.slice(2)
  for (const id of ids)
    for (const other of [randomUUID(), 'nonsense'])
      assert.equal(await send(path.replace(id, other), service.key), 404, `${method} ${path}`)
}
