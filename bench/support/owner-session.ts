import type { Context } from '../../src/app/context.ts'
import { makeFirstOwnerLink } from '../../src/users/links.ts'

export const owner = { email: 'owner@example.com', password: 'correct horse battery staple' }

/** What a page of the dashboard sends with each request that changes something. */
export const pageHeaders = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

/** Makes the first owner at a running API, and returns the session's cookie as a request carries it. */
export async function signInOwner(context: Context, url: string): Promise<string> {
  const link = await makeFirstOwnerLink(context)
  if (link === null) throw new Error('the database has an owner already')
  const answer = await fetch(`${url}/api/links/accept`, {
    method: 'POST',
    headers: pageHeaders,
    body: JSON.stringify({ token: new URL(link.url).hash.slice(1), name: 'Owner', ...owner }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return cookie
}
