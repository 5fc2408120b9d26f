import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../../support/service.ts'
import { password } from '../../support/users.ts'
import type { LoadedOrganization } from './load.ts'
import type { Stage } from './stage.ts'

/** Somebody with a role in organizations of both cells, whose browser knows the router's address alone. */
export interface StagedPerson {
  /** Checks that one session reaches each organization and lists them all, by whichever cell the router chooses. */
  check: () => Promise<void>
  /** Returns the status with which a page of an organization is answered. */
  statusOf: (organization: LoadedOrganization) => Promise<number>
  /** Signs out, and checks that the session is over in both cells. */
  signOut: () => Promise<void>
}

const email = 'ada@example.com'
/** How often each page is asked for: the router gives requests without an organization to the cells in turn. */
const times = 4

/** Invites somebody to an organization of each cell, accepts the link at the router, and signs in there. */
export async function signInOverCells(
  { command, cells, routerUrl }: Stage,
  placed: readonly { cell: 'one' | 'two'; organization: LoadedOrganization }[],
): Promise<StagedPerson> {
  const ask = async (
    method: string,
    path: string,
    { cookie = '', body }: { cookie?: string; body?: unknown } = {},
  ) =>
    fetch(routerUrl + path, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  let token: string | null = null
  for (const { cell, organization } of placed) {
    const invited = await command(
      [
        'people',
        'invite',
        '--email',
        email,
        '--role',
        'owner',
        '--organization',
        organization.name,
        '--json',
      ],
      { DATABASE_URL: cells[cell].databaseUrl, CELL: cell },
    )
    const url = /http[^"]+#[^"]+/.exec(invited)?.[0]
    // A further invitation in the same cell ends the link of the one before.
    if (cell === placed[0]!.cell && url !== undefined) token = new URL(url).hash.slice(1)
  }
  const accepted = await ask('POST', '/api/links/accept', { body: { token, password } })
  assert.equal(accepted.status, 200, await accepted.text())
  const cookie = await eventually('both cells know where the person signs in', async () => {
    const answer = await ask('POST', '/api/sign-in', { body: { email, password } })
    await answer.arrayBuffer()
    return answer.status === 200 ? (answer.headers.get('set-cookie') ?? '').split(';')[0]! : null
  })
  const statusOf = async ({ organizationId, projectId }: LoadedOrganization) => {
    const answer = await ask('GET', `/api/organizations/${organizationId}/projects/${projectId}/campaigns`, {
      cookie,
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const fault = async (): Promise<string | null> => {
    for (let time = 0; time < times; time++) {
      const listed = await ask('GET', '/api/organizations', { cookie })
      const { data } = (await listed.json()) as { data?: { items: { name: string }[] } }
      const names = data?.items.map(({ name }) => name).toSorted()
      if (
        names?.join() !==
        placed
          .map(({ organization }) => organization.name)
          .toSorted()
          .join()
      )
        return `the list of organizations is ${listed.status}: ${names?.join() ?? 'none'}`
      for (const { organization } of placed) {
        const status = await statusOf(organization)
        if (status !== 200) return `${organization.name}: ${status}`
      }
    }
    return null
  }
  return {
    check: async () => {
      // Cells learn of changes in the directory within seconds.
      const until = performance.now() + 15_000
      let found = await fault()
      while (found !== null && performance.now() < until) {
        await delay(500)
        found = await fault()
      }
      assert.equal(found, null)
    },
    statusOf,
    signOut: async () => {
      assert.equal((await ask('POST', '/api/sign-out', { cookie })).status, 200)
      for (let time = 0; time < times; time++)
        for (const { organization } of placed) assert.equal(await statusOf(organization), 401)
    },
  }
}
