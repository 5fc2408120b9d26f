import assert from 'node:assert/strict'
import type { Actor } from '../../src/audit/record-change.ts'
import { uuidv7 } from '../../src/base/ids.ts'
import { makeFirstOwnerLink } from '../../src/users/links.ts'
import { inviteUser } from '../../src/users/memberships.ts'
import type { MemberRole } from '../../src/users/roles.ts'
import type { Answer, Service } from './service.ts'

export const password = 'correct horse battery staple'

/** A browser with one session, whose requests come from the dashboard's own pages. */
export interface Browser {
  userId: string
  email: string
  cookie: string
  request: (method: string, path: string, body?: unknown) => Promise<Answer>
}

/** The command line, which may do everything. */
const cli: Actor = { kind: 'cli', id: null, name: 'root@test', via: 'command', requestId: null }
export const cliManager = {
  user_id: '00000000-0000-7000-8000-000000000000',
  role: 'operator',
  is_operator: true,
  token_role: null,
  actor: cli,
} as const

/** Sends a request as a page of the dashboard does, with a cookie or without. */
export function askAsPage(
  service: Pick<Service, 'request'>,
  method: string,
  path: string,
  {
    body,
    cookie = '',
    headers = {},
  }: { body?: unknown; cookie?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const sent = { 'sec-fetch-site': 'same-origin', ...(cookie !== '' && { cookie }), ...headers }
  return service.request(method, path, { key: null, headers: sent, ...(body !== undefined && { body }) })
}

/** Returns the cookie that an answer sets, as a browser sends it. */
export function cookieOf({ headers }: Answer): string {
  const [pair = ''] = (headers.get('set-cookie') ?? '').split(';')
  return pair
}

function openBrowser(service: Pick<Service, 'request'>, email: string, answer: Answer): Browser {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const cookie = cookieOf(answer)
  return {
    userId: (answer.body.data as { _id: string })._id,
    email,
    cookie,
    request: (method, path, body) => askAsPage(service, method, path, { body, cookie }),
  }
}

/** Accepts a link, and returns the browser that is signed in by it. */
export async function acceptLink(
  service: Pick<Service, 'request'>,
  url: string,
  more: { email?: string; name?: string } = {},
): Promise<Browser> {
  const body = { token: new URL(url).hash.slice(1), password, ...more }
  const answer = await askAsPage(service, 'POST', '/api/links/accept', { body })
  return openBrowser(service, more.email ?? '', answer)
}

/** Makes the first owner, an operator, and signs them in. */
export async function signInFirstOwner(service: Service, email = 'owner@example.com'): Promise<Browser> {
  const link = await makeFirstOwnerLink(service.context)
  assert.ok(link)
  return acceptLink(service, link.url, { email, name: 'Olive Owner' })
}

/** Makes a person with a role, and signs them in. */
export async function signInAs(
  service: Service,
  role: MemberRole,
  {
    organizationId = service.organizationId,
    projectIds = null,
  }: { organizationId?: string; projectIds?: readonly string[] | null } = {},
): Promise<Browser> {
  const email = `${role}.${uuidv7()}@example.com`
  const person = { email, name: `The ${role}`, role, project_ids: projectIds }
  const { link } = await inviteUser(service.context, cliManager, organizationId, person)
  assert.ok(link)
  return { ...(await acceptLink(service, link.url)), email }
}

/** Signs a person in once more. */
export async function signInAgain(service: Pick<Service, 'request'>, email: string): Promise<Browser> {
  const answer = await askAsPage(service, 'POST', '/api/sign-in', { body: { email, password } })
  return openBrowser(service, email, answer)
}

/** Makes a personal token of somebody who is signed in. */
export async function makeToken(browser: Browser, role: string): Promise<{ _id: string; token: string }> {
  const answer = await browser.request('POST', '/api/me/tokens', { name: 'test', role })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}
