import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { runCommand, runCommandHere } from '../../test/support/command.ts'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { acceptLink, askAsPage, password, signInAgain } from '../../test/support/users.ts'
import { sql } from '../db/sql.ts'

let service: Service
before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
})
after(() => service[Symbol.asyncDispose]())

/** Runs `switchboard people …` and returns what it prints, or its one line of error. */
const people = (...args: string[]) => peopleBy(runCommandHere, args)
/** Runs it in a process of its own. */
const startPeople = (...args: string[]) => peopleBy(runCommand, args)

async function peopleBy(
  run: typeof runCommand,
  args: readonly string[],
): Promise<{ out: string; error: string }> {
  const environment = { DATABASE_URL: service.databaseUrl, PUBLIC_URL: service.url }
  const { status, stdout, stderr } = await run(['people', ...args], environment)
  return status === 0 ? { out: stdout, error: '' } : { out: '', error: stderr }
}

const linkIn = (text: string): string => /http\S+#\S+/.exec(text)?.[0] ?? ''

describe('switchboard people', () => {
  it('invites somebody, whose link lets them in once', async () => {
    const { out } = await startPeople(
      'invite',
      '--email',
      'ada@example.com',
      '--role',
      'editor',
      '--organization',
      'Acme',
    )
    assert.match(out, /ada@example\.com is an editor now/)
    const browser = await acceptLink(service, linkIn(out), { name: 'Ada' })
    const { body } = await browser.request('GET', '/api/organizations')
    const { items } = body.data as { items: { name: string; role: string }[] }
    assert.deepEqual(
      items.map(({ name, role }) => [name, role]),
      [['Acme', 'editor']],
    )
    const again = { body: { token: new URL(linkIn(out)).hash.slice(1), password } }
    assert.equal((await askAsPage(service, 'POST', '/api/links/accept', again)).status, 404)
  })

  it('makes another operator, and lists everybody', async () => {
    const { out } = await people('invite', '--email', 'oda@example.com', '--role', 'operator', '--json')
    const { link } = JSON.parse(out) as { link: { url: string } }
    const browser = await acceptLink(service, link.url)
    assert.equal((await browser.request('GET', '/api/organizations')).status, 200)
    const listed = (await startPeople('list')).out
    assert.match(listed, /ada@example\.com {2}Ada {2}editor of Acme/)
    assert.match(listed, /oda@example\.com .*operator/)
  })

  it('makes an operator of somebody who has a role, whose sessions end', async () => {
    const args = ['--email', 'eve@example.com', '--organization', 'Acme', '--role', 'viewer']
    const browser = await acceptLink(service, linkIn((await people('invite', ...args)).out), { name: 'Eve' })
    const promote = () => people('invite', '--email', 'eve@example.com', '--role', 'operator')
    assert.match((await promote()).out, /eve@example\.com is an operator now/)
    assert.equal((await browser.request('GET', '/api/me')).status, 401)
    const again = await signInAgain(service, 'eve@example.com')
    assert.match((await promote()).out, /an operator now/)
    assert.equal((await again.request('GET', '/api/me')).status, 200, 'an operator is one already')
    const path = `/api/organizations/${service.organizationId}/changes?kind=person&record_id=${browser.userId}`
    const { items } = (await again.request('GET', path)).body.data as { items: { action: string }[] }
    assert.deepEqual(
      items.map(({ action }) => action),
      ['made an operator', 'invited'],
      'the owners of the organization see it, once',
    )
  })

  it('is in the changes of each organization where the person has a role', async () => {
    const tree = await service.apply({ organizations: [{ name: 'Other', projects: [] }] })
    const ids = [service.organizationId, tree.organizations[0]!._id]
    for (const name of ['Acme', 'Other'])
      await people('invite', '--email', 'max@example.com', '--role', 'admin', '--organization', name)
    const browser = await acceptLink(service, linkIn((await people('link', 'max@example.com')).out))
    await service.context.db.write(sql`
      insert into second_factors (user_id, secret, created_at, confirmed_at)
      values (${browser.userId}, '\\x00'::bytea, now(), now())`)
    assert.match((await startPeople('end-second-factor', 'max@example.com')).out, /the password alone/)
    assert.match((await people('remove', 'max@example.com')).out, /no role any more/)
    const operator = await signInAgain(service, 'eve@example.com')
    for (const id of ids) {
      const path = `/api/organizations/${id}/changes?kind=person&record_id=${browser.userId}`
      const { items } = (await operator.request('GET', path)).body.data as {
        items: { action: string; actor_kind: string; fields: object[] }[]
      }
      assert.deepEqual(
        items.map(({ action, actor_kind, fields }) => [action, actor_kind, fields]),
        [
          ['removed', 'cli', [{ path: 'role', before: 'admin', after: null }]],
          ['second factor turned off', 'cli', []],
          ['invitation link made', 'cli', []],
          ['invited', 'cli', [{ path: 'role', before: null, after: 'admin' }]],
        ],
      )
    }
  })

  it('makes a link for a lost password, which ends the sessions', async () => {
    const browser = await acceptLink(service, linkIn((await startPeople('link', 'ada@example.com')).out))
    const other = await acceptLink(service, linkIn((await people('link', 'Ada@Example.com')).out))
    assert.equal((await browser.request('GET', '/api/me')).status, 401)
    assert.equal((await other.request('GET', '/api/me')).status, 200)
  })

  it('removes somebody, who is signed out', async () => {
    const browser = await acceptLink(service, linkIn((await people('link', 'ada@example.com')).out))
    assert.match((await startPeople('remove', 'ada@example.com')).out, /no role any more/)
    assert.equal((await browser.request('GET', '/api/me')).status, 401)
    const body = { email: 'ada@example.com', password }
    assert.equal((await askAsPage(service, 'POST', '/api/sign-in', { body })).status, 401)
  })

  it('says what is wrong', async () => {
    const invite = (...args: string[]) => people('invite', '--email', 'x@example.com', ...args)
    assert.match((await invite('--role', 'editor')).error, /name an --organization/)
    assert.match(
      (await invite('--role', 'editor', '--organization', 'Nobody')).error,
      /no organization Nobody/,
    )
    assert.match((await people('link', 'x@example.com')).error, /nobody signs in with/)
    assert.match((await people('link', 'x')).error, /no e-mail address/)
  })
})
