import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { stopped } from '../../../test/support/erase-race.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { acceptLink, askAsPage, password, signInAs, signInFirstOwner } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { Refusal } from '../../base/refusals/refusal.ts'
import { migrate } from '../../db/migrate.ts'
import { sql } from '../../db/sql.ts'
import { acceptLink as acceptLinkIn } from '../links.ts'
import { generateSecret, hashSecret } from '../secret-token.ts'

let service: Service
let operator: Browser
let owner: Browser
let admin: Browser
let otherId: string
const people = (organizationId = service.organizationId) => `/api/organizations/${organizationId}/people`

before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
  operator = await signInFirstOwner(service)
  owner = await signInAs(service, 'owner')
  admin = await signInAs(service, 'admin')
  const tree = await service.apply({ organizations: [{ name: 'Other', projects: [{ name: 'Renewals' }] }] })
  otherId = tree.organizations[0]!._id
})
after(() => service[Symbol.asyncDispose]())

async function invite(by: Browser, email: string, role: string, organizationId = service.organizationId) {
  const answer = await by.request('POST', people(organizationId), { email, role })
  const data = answer.body.data as { _id: string; link: { url: string } | null } | null
  return { status: answer.status, code: answer.body['code'], id: data?._id ?? '', link: data?.link ?? null }
}

const at = { userAgent: null, requestId: 'test', address: '203.0.113.9' }
const tokenOf = (url: string): string => new URL(url).hash.slice(1)

/** The ids of the organizations that somebody has a role in. */
async function organizationsOf(person: Browser): Promise<string[]> {
  const { body } = await person.request('GET', '/api/organizations')
  return (body.data as { items: { _id: string }[] }).items.map(({ _id }) => _id)
}

describe('people of an organization', () => {
  it('are invited by a link (201), listed (200), and leave an entry in the audit', async () => {
    const { status, id, link } = await invite(owner, 'grace@example.com', 'editor')
    assert.equal(status, 201)
    const grace = await acceptLink(service, link!.url, { name: 'Grace' })
    assert.equal(grace.userId, id)
    const listed = await owner.request('GET', `${people()}?limit=100`)
    assert.equal(listed.status, 200)
    const { items } = listed.body.data as { items: { _id: string; name: string; role: string }[] }
    assert.equal(items.find(({ _id }) => _id === id)?.name, 'Grace')
    const entries = await service.context.db.query<{ action: string; actor_id: string }>(sql`
      select action, actor_id from changes where kind = 'person' and record_id = ${id} order by at, _id`)
    assert.deepEqual(entries, [{ action: 'invited', actor_id: owner.userId }])
  })

  it('have a name of 200 characters at most where it is the beginning of the address (201)', async () => {
    const nameOf = async (path: string) => {
      const { items } = (await owner.request('GET', path)).body.data as {
        items: { email: string; name: string }[]
      }
      return new Map(items.map(({ email, name }) => [email, name]))
    }
    for (const [local, name] of [
      ['a'.repeat(230), 'a'.repeat(200)],
      [`${'b'.repeat(199)}${'😀'.repeat(10)}`, 'b'.repeat(199)],
    ] as const) {
      const { status, code } = await invite(owner, `${local}@example.com`, 'viewer')
      assert.equal(status, 201, String(code))
      assert.equal((await nameOf(`${people()}?limit=100`)).get(`${local}@example.com`), name)
    }
  })

  it('have the role of the first owner among the changes of each organization', async () => {
    const path = `/api/organizations/${service.organizationId}/changes?record_id=${operator.userId}`
    const { items } = (await owner.request('GET', path)).body.data as {
      items: { kind: string; action: string; actor_id: string; fields: object[] }[]
    }
    assert.deepEqual(
      items.map(({ kind, action, actor_id, fields }) => [kind, action, actor_id, fields]),
      [['person', 'created', operator.userId, [{ path: 'role', before: null, after: 'owner' }]]],
    )
  })

  it('are managed by admins below their own role alone (403)', async () => {
    assert.equal((await invite(admin, 'v@example.com', 'viewer')).status, 201)
    for (const role of ['admin', 'owner']) {
      const refused = await invite(admin, `${role}.x@example.com`, role)
      assert.deepEqual([refused.status, refused.code], [403, 'role_missing'])
    }
    for (const [method, path, body] of [
      ['PATCH', '', { role: 'viewer' }],
      ['DELETE', '', undefined],
      ['POST', '/link', undefined],
    ] as const) {
      const { status } = await admin.request(method, `${people()}/${owner.userId}${path}`, body)
      assert.equal(status, 403, method)
    }
  })

  it('change their role (200), which ends their sessions', async () => {
    const editor = await signInAs(service, 'editor')
    const changed = await owner.request('PATCH', `${people()}/${editor.userId}`, {
      role: 'viewer',
      project_ids: [service.projectId],
    })
    assert.equal(changed.status, 200, changed.body.message)
    assert.equal((await editor.request('GET', '/api/me')).status, 401)
  })

  it('lose their role (200), and are nobody’s then (404)', async () => {
    const viewer = await signInAs(service, 'viewer')
    assert.equal((await owner.request('DELETE', `${people()}/${viewer.userId}`)).status, 200)
    for (const id of [viewer.userId, 'nonsense'])
      assert.equal((await owner.request('DELETE', `${people()}/${id}`)).status, 404)
    assert.equal((await owner.request('PATCH', `${people()}/${viewer.userId}`, {})).status, 404)
    assert.equal((await owner.request('POST', `${people()}/${viewer.userId}/link`)).status, 404)
  })

  it('are refused with the place of each fault (400), twice (409), and without a session (401)', async () => {
    const bad = await owner.request('POST', people(), { email: 'x', role: 'king', project_ids: [] })
    assert.equal(bad.status, 400)
    const faults = bad.body['faults'] as { path: string }[]
    assert.deepEqual(
      faults.map(({ path }) => path),
      ['email', 'role', 'project_ids'],
    )
    const body = { email: 'p@example.com', role: 'viewer', project_ids: [otherId] }
    const foreign = await owner.request('POST', people(), body)
    assert.deepEqual(foreign.body['faults'], [
      { path: 'project_ids[0]', message: 'must be a project of the organization' },
    ])
    assert.equal((await owner.request('PATCH', `${people()}/${admin.userId}`, { role: 'king' })).status, 400)
    assert.equal((await invite(owner, 'GRACE@example.com', 'viewer')).status, 409)
    assert.equal((await service.request('GET', people(), { key: null })).status, 401)
  })

  it('keep an owner (409)', async () => {
    const tree = await service.apply({ organizations: [{ name: 'Third', projects: [] }] })
    const organizationId = tree.organizations[0]!._id
    const last = await signInAs(service, 'owner', { organizationId })
    const path = `${people(organizationId)}/${last.userId}`
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PATCH', { role: 'admin' }],
    ] as const) {
      const refused = await operator.request(method, path, body)
      assert.deepEqual([refused.status, refused.body['code']], [409, 'last_owner'])
    }
  })

  it('keep an owner who can sign in, also where a link takes the role of another one away (409)', async () => {
    const { db } = service.context
    const tree = await service.apply({ organizations: [{ name: 'Fifth', projects: [] }] })
    const organizationId = tree.organizations[0]!._id
    const last = await signInAs(service, 'owner', { organizationId })
    const stepDown = async () => {
      const { status, body } = await last.request('DELETE', `${people(organizationId)}/${last.userId}`)
      return [status, body['code']]
    }
    const { link } = await invite(owner, 'pending.owner@example.com', 'viewer')
    await invite(last, 'pending.owner@example.com', 'owner', organizationId)
    assert.deepEqual(await stepDown(), [409, 'last_owner'])
    assert.deepEqual(await organizationsOf(await acceptLink(service, link!.url)), [service.organizationId])
    // Neither has signed in yet.
    const [first, second] = await Promise.all(
      ['first', 'second'].map((name) => invite(last, `${name}.owner@example.com`, 'owner', organizationId)),
    )
    assert.equal((await last.request('DELETE', `${people(organizationId)}/${first!.id}`)).status, 200)
    // Somebody who signs in in another cell.
    const email = 'second.owner@example.com'
    await db.write(sql`insert into cell_accounts (email, cell, cells) values (${email}, null, '{}')`)
    assert.deepEqual(await stepDown(), [409, 'last_owner'])
    await db.write(sql`update cell_accounts set cell = 'two' where email = ${email}`)
    assert.deepEqual(await stepDown(), [200, undefined])
    const alone = await operator.request('DELETE', `${people(organizationId)}/${second!.id}`)
    assert.deepEqual([alone.status, alone.body['code']], [409, 'last_owner'])
    await db.write(sql`delete from cell_accounts`)
  })
})

describe('a link', () => {
  it('lets nobody into another organization than those whose roles its maker manages (403)', async () => {
    const intruder = await signInAs(service, 'owner', { organizationId: otherId })
    // Somebody with a password: a role, and no link.
    const known = await invite(intruder, admin.email, 'viewer', otherId)
    assert.deepEqual([known.status, known.link], [201, null])
    const refused = await intruder.request('POST', `${people(otherId)}/${admin.userId}/link`)
    assert.deepEqual([refused.status, refused.body['code']], [403, 'person_elsewhere'])
    // Somebody whom the other organization has invited and who has no password yet.
    const pending = await invite(owner, 'pending@example.com', 'owner')
    assert.equal((await invite(intruder, 'pending@example.com', 'viewer', otherId)).link, null)
    assert.equal((await intruder.request('POST', `${people(otherId)}/${pending.id}/link`)).status, 403)
    const person = await acceptLink(service, pending.link!.url)
    assert.deepEqual(await organizationsOf(person), [service.organizationId])
    // An operator.
    await invite(intruder, operator.email, 'viewer', otherId)
    assert.equal((await intruder.request('POST', `${people(otherId)}/${operator.userId}/link`)).status, 403)
    // The operator manages all.
    assert.equal((await operator.request('POST', `${people()}/${admin.userId}/link`)).status, 201)
  })

  it('does not open what others have given since, and takes it away', async () => {
    const intruder = await signInAs(service, 'owner', { organizationId: otherId })
    const older = await invite(intruder, 'older.used@example.com', 'viewer', otherId)
    assert.equal((await invite(owner, 'older.used@example.com', 'owner')).link, null)
    const person = await acceptLink(service, older.link!.url)
    assert.deepEqual(await organizationsOf(person), [otherId])
    const entries = await service.context.db.query(sql`
      select action, actor_id from changes where kind = 'person' and record_id = ${person.userId}
        and organization_id = ${service.organizationId} and action = 'removed'`)
    assert.deepEqual(entries, [{ action: 'removed', actor_id: person.userId }])
  })

  it('does not open an organization that has taken the role away and given another one since', async () => {
    const tree = await service.apply({ organizations: [{ name: 'Fourth', projects: [] }] })
    const fourthId = tree.organizations[0]!._id
    const [intruder, fourth] = await Promise.all([
      signInAs(service, 'owner', { organizationId: otherId }),
      signInAs(service, 'owner', { organizationId: fourthId }),
    ])
    await invite(operator, 'again@example.com', 'viewer')
    const { id, link } = await invite(operator, 'again@example.com', 'viewer', otherId)
    await invite(fourth, 'again@example.com', 'viewer', fourthId)
    assert.equal((await intruder.request('DELETE', `${people(otherId)}/${id}`)).status, 200)
    assert.equal((await invite(intruder, 'again@example.com', 'owner', otherId)).status, 201)
    assert.deepEqual(await organizationsOf(await acceptLink(service, link!.url)), [service.organizationId])
  })

  it('of an operator opens all, and ends the older ones (404)', async () => {
    const intruder = await signInAs(service, 'owner', { organizationId: otherId })
    const older = await invite(intruder, 'newer.used@example.com', 'viewer', otherId)
    const { id } = await invite(owner, 'newer.used@example.com', 'owner')
    const newer = await operator.request('POST', `${people()}/${id}/link`)
    const body = { token: new URL(older.link!.url).hash.slice(1) }
    assert.equal((await askAsPage(service, 'POST', '/api/links/check', { body })).status, 404)
    const person = await acceptLink(service, (newer.body.data as { url: string }).url)
    assert.deepEqual((await organizationsOf(person)).toSorted(), [otherId, service.organizationId].toSorted())
  })

  for (const cells of [0, 2])
    it(`of the version before opens no more than it may after the upgrade (${cells} cells)`, async () => {
      await using database = await createTestDatabase()
      const { db } = database
      await db.write(sql`delete from migrations where number in (102, 104)`)
      await db.write(sql`alter table user_links drop column organization_ids`)
      await db.write(sql`
        insert into cell_addresses (cell, url) select 'cell ' || n, 'http://127.0.0.1:9' from generate_series(1, ${cells}::integer) n`)
      for (const [email, organizations, isOperator] of [
        ['none@example.com', 0, false],
        ['one@example.com', 1, false],
        ['operator@example.com', 1, true],
        ['several@example.com', 2, false],
      ] as const)
        await db.write(sql`
          with person as (insert into users (_id, email, name, is_operator, created_at, updated_at)
              values (gen_random_uuid(), ${email}, 'Ada', ${isOperator}, now(), now()) returning _id),
            added as (insert into organizations (_id, name, created_at, updated_at)
              select gen_random_uuid(), ${email} || n, now(), now() from generate_series(1, ${organizations}::integer) n returning _id),
            roles as (insert into memberships (organization_id, user_id, role, created_at, updated_at)
              select added._id, person._id, 'viewer', now(), now() from added, person)
          insert into user_links (_id, kind, user_id, token_hash, created_at, ends_at)
          select gen_random_uuid(), kind, _id, sha256((${email} || kind)::bytea), now(), now() + interval '1 day'
          from person, unnest(array['invitation', 'password']) kind`)
      await db.write(sql`
        insert into user_links (_id, kind, token_hash, created_at, ends_at)
        values (gen_random_uuid(), 'first_owner', sha256('first owner'), now(), now() + interval '1 day')`)
      assert.deepEqual(await migrate(db), ['0102-organizations-of-links', '0104-older-links-in-cells'])
      const kept = await db.query<{ email: string; kind: string; opened: string[] | null }>(sql`
        select u.email, l.kind, case when l.organization_ids is not null then array(select o.name from organizations o
          where o._id = any(l.organization_ids) order by o.name) end as opened
        from user_links l left join users u on u._id = l.user_id order by u.email, l.kind`)
      const narrowed = (...names: string[]) => (cells === 0 ? null : names)
      assert.deepEqual(
        kept.map(({ email, kind, opened }) => [email, kind, opened]),
        [
          ['none@example.com', 'invitation', narrowed()],
          ['none@example.com', 'password', narrowed()],
          ['one@example.com', 'invitation', narrowed('one@example.com1')],
          ['one@example.com', 'password', narrowed('one@example.com1')],
          ['operator@example.com', 'invitation', null],
          ['operator@example.com', 'password', null],
          ['several@example.com', 'password', narrowed('several@example.com1', 'several@example.com2')],
          [null, 'first_owner', null],
        ],
      )
    })

  it('is refused where another one of the person is used at the same time', async () => {
    const { id, link } = await invite(owner, 'twice@example.com', 'viewer')
    const secret = generateSecret()
    await service.context.db.write(sql`
      insert into user_links (_id, kind, user_id, token_hash, created_at, ends_at)
      select gen_random_uuid(), kind, user_id, ${hashSecret(secret)}, created_at, ends_at from user_links where user_id = ${id}`)
    const accept = (context: Service['context'], token: string) =>
      acceptLinkIn(context, { token, password, email: null, name: null, code: null }, at)
    const race = stopped(service, () => accept(service.context, secret).catch((error: unknown) => error))
    assert.equal((await accept(race.context, tokenOf(link!.url))).userId, id)
    assert.ok((await race.other()) instanceof Refusal)
  })

  it('is one for a lost password where it is made while the person uses an invitation', async () => {
    const { id, link } = await invite(owner, 'meanwhile@example.com', 'viewer')
    const accepted = { token: tokenOf(link!.url), password, email: null, name: null, code: null }
    const race = stopped(service, () => owner.request('POST', `${people()}/${id}/link`))
    assert.equal((await acceptLinkIn(race.context, accepted, at)).userId, id)
    assert.equal(((await race.other()).body.data as { kind: string }).kind, 'password')
  })

  it('ends with a role that its maker may not manage (404)', async () => {
    const promoted = await invite(owner, 'promoted@example.com', 'editor')
    await acceptLink(service, promoted.link!.url)
    const linkOf = async (): Promise<string> => {
      const made = await admin.request('POST', `${people()}/${promoted.id}/link`)
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return new URL((made.body.data as { url: string }).url).hash.slice(1)
    }
    const checkOf = async (token: string): Promise<number> =>
      (await askAsPage(service, 'POST', '/api/links/check', { body: { token } })).status
    const path = `${people()}/${promoted.id}`
    const token = await linkOf()
    await owner.request('PATCH', path, { role: 'viewer' })
    assert.equal(await checkOf(token), 200)
    await owner.request('PATCH', path, { role: 'owner' })
    assert.equal(await checkOf(token), 404)
    // The same by way of a removal, and by another organization.
    await owner.request('PATCH', path, { role: 'viewer' })
    const second = await linkOf()
    await owner.request('DELETE', path)
    await invite(owner, 'promoted@example.com', 'admin')
    assert.equal(await checkOf(second), 404)
    await owner.request('PATCH', path, { role: 'viewer' })
    const third = await linkOf()
    const elsewhere = await signInAs(service, 'owner', { organizationId: otherId })
    assert.equal((await invite(elsewhere, 'promoted@example.com', 'owner', otherId)).status, 201)
    assert.equal(await checkOf(third), 404)
  })

  it('is good once, and no longer once another is made (404); its password must not be easy (400)', async () => {
    const { id, link } = await invite(owner, 'linked@example.com', 'viewer')
    const token = new URL(link!.url).hash.slice(1)
    const accept = (body: object) => askAsPage(service, 'POST', '/api/links/accept', { body })
    const check = await askAsPage(service, 'POST', '/api/links/check', { body: { token } })
    assert.deepEqual(
      [check.status, (check.body.data as { email: string }).email],
      [200, 'linked@example.com'],
    )
    for (const easy of ['short', 'administrator', '1qaz2wsx3edc', 'aaaaaaaaaaaaaa']) {
      const refused = await accept({ token, password: easy })
      assert.equal(refused.status, 400, easy)
      assert.equal((refused.body['faults'] as { path: string }[])[0]?.path, 'password')
    }
    const newer = await owner.request('POST', `${people()}/${id}/link`)
    assert.equal(newer.status, 201)
    assert.equal((await accept({ token, password })).status, 404)
    const url = (newer.body.data as { url: string }).url
    await acceptLink(service, url)
    assert.equal((await accept({ token: new URL(url).hash.slice(1), password })).status, 404)
    assert.equal((await askAsPage(service, 'POST', '/api/links/check', { body: { token: 'x' } })).status, 404)
  })
})

describe('what asks for the password', () => {
  it('is refused after 15 minutes (403), until the password is given again', async () => {
    const late = await signInAs(service, 'owner')
    await service.context.db.write(sql`
      update sessions set confirmed_at = now() - interval '16 minutes' where user_id = ${late.userId}`)
    const refused = await invite(late, 'late@example.com', 'viewer')
    assert.deepEqual([refused.status, refused.code], [403, 'password_needed'])
    const wrong = await late.request('POST', '/api/me/confirm', { password: 'wrong' })
    assert.deepEqual([wrong.status, wrong.body['code']], [403, 'password_wrong'])
    assert.equal((await late.request('POST', '/api/me/confirm', { password })).status, 200)
    assert.equal((await invite(late, 'late@example.com', 'viewer')).status, 201)
  })
})
