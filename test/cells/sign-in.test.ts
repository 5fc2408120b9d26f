// Somebody with rights in organizations of two cells signs in at any cell and reaches each of them (Promise 177).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hopHeader, signHop } from '../../src/cells/forward/hop-signature.ts'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import { sql } from '../../src/db/sql.ts'
import { inviteUser } from '../../src/users/memberships.ts'
import type { MemberRole } from '../../src/users/roles.ts'
import { startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
import type { Answer } from '../support/service.ts'
import {
  askAsPage,
  cliManager,
  cookieOf,
  password,
  signInAgain,
  signInAs,
  signInFirstOwner,
} from '../support/users.ts'
import { askAsWritten, writtenForms } from '../support/written-addresses.ts'

type Name = 'one' | 'two'
const names = ['one', 'two'] as const
const email = 'ada@example.com'

let cells: TwoCells
let token = ''
before(async () => {
  // Browsers reach both cells at one address.
  cells = await startTwoCells({}, { publicUrl: 'http://127.0.0.1:8080' })
  token = (await invite('one', email, 'editor'))!
  await invite('two', email, 'viewer')
})
after(() => cells[Symbol.asyncDispose]())

/** Gives somebody a role in the organization of a cell. Returns the token of the link, if there is one. */
async function invite(cell: Name, address: string, role: MemberRole): Promise<string | null> {
  const { context, organizationId } = cells[cell]
  const person = { email: address, name: 'Ada', role, project_ids: null }
  const { link } = await inviteUser(context, cliManager, organizationId, person)
  return link === null ? null : new URL(link.url).hash.slice(1)
}

function ask(
  cell: Name,
  method: string,
  path: string,
  more: { cookie?: string; body?: unknown } = {},
): Promise<Answer> {
  return askAsPage(cells[cell], method, path, more)
}

async function signInAt(cell: Name, given = password): Promise<Answer> {
  return ask(cell, 'POST', '/api/sign-in', { body: { email, password: given } })
}

const campaignsOf = (cell: Name) =>
  `/api/organizations/${cells[cell].organizationId}/projects/${cells[cell].projectId}/campaigns`

const organizationsIn = (answer: Answer) =>
  (answer.body.data as { items: { name: string; role: string }[] }).items.map(({ name, role }) => [
    name,
    role,
  ])

describe('somebody with organizations in two cells', () => {
  it('uses a link at the cell that does not have it', async () => {
    const checked = await ask('two', 'POST', '/api/links/check', { body: { token } })
    assert.equal((checked.body.data as { email: string }).email, email)
    const accepted = await ask('two', 'POST', '/api/links/accept', { body: { token, password } })
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
    assert.match(cookieOf(accepted), /\.one$/)
    await cells.sync()
  })

  it('signs in at any cell, and reaches each organization by each cell with the role there', async () => {
    for (const at of names) {
      const answer = await signInAt(at)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      const cookie = cookieOf(answer)
      for (const by of names) {
        const me = await ask(by, 'GET', '/api/me', { cookie })
        assert.equal((me.body.data as { email: string }).email, email)
        const listed = await ask(by, 'GET', '/api/organizations', { cookie })
        assert.deepEqual(organizationsIn(listed), [
          ['Acme', 'editor'],
          ['Borealis', 'viewer'],
        ])
        for (const of of names)
          assert.equal((await ask(by, 'GET', campaignsOf(of), { cookie })).status, 200, `${of} by ${by}`)
        const refused = await ask(by, 'POST', campaignsOf('two'), { cookie, body: {} })
        assert.equal(refused.status, 403)
        const made = await ask(by, 'POST', campaignsOf('one'), { cookie, body: {} })
        assert.equal(made.status, 400, 'an editor learns what is wrong with the campaign')
      }
    }
  })

  it('is refused with a wrong password, whichever cell is asked', async () => {
    for (const at of names) assert.equal((await signInAt(at, 'a wrong password')).status, 401)
  })

  it('is signed out of both cells at once', async () => {
    const cookie = cookieOf(await signInAt('two'))
    assert.equal((await ask('two', 'POST', '/api/sign-out', { cookie })).status, 200)
    for (const by of names)
      for (const of of names) assert.equal((await ask(by, 'GET', campaignsOf(of), { cookie })).status, 401)
  })

  it('loses the organization of a cell with the role there', async () => {
    const cookie = cookieOf(await signInAt('one'))
    await cells.two.context.db.write(sql`delete from memberships`)
    assert.equal((await ask('two', 'GET', campaignsOf('two'), { cookie })).status, 404)
    assert.deepEqual(organizationsIn(await ask('two', 'GET', '/api/organizations', { cookie })), [
      ['Acme', 'editor'],
    ])
    await invite('two', email, 'viewer')
  })

  it('pages through more than a hundred organizations of a cell, and finds one of any cell by its id', async () => {
    const cookie = cookieOf(await signInAt('one'))
    const list = async (query: string) =>
      organizationsIn(await ask('one', 'GET', `/api/organizations?${query}`, { cookie })).map(
        ([name]) => name,
      )
    for (const cell of names) {
      const { db } = cells[cell].context
      await db.write(sql`
        with added as (
          insert into organizations (_id, name, created_at, updated_at)
          select gen_random_uuid(), 'A ' || lpad(number::text, 3, '0'), now(), now() from generate_series(1, 101) number
          returning _id)
        insert into memberships (organization_id, user_id, role, created_at, updated_at)
        select a._id, u._id, 'viewer', now(), now() from added a, users u where u.email = ${email}`)
      assert.deepEqual(await list('skip=100&limit=100'), ['A 101', 'Acme', 'Borealis'], cell)
      for (const name of names)
        assert.equal((await list(`organization_id=${cells[name].organizationId}`)).length, 1, name)
      await db.write(sql`
        with removed as (delete from memberships m using organizations o
          where o._id = m.organization_id and o.name like 'A %' returning o._id)
        delete from organizations where _id in (select _id from removed)`)
    }
  })

  it('reaches what is in the cell of the session while the other one is away, which is left out of the list', async () => {
    const cookie = cookieOf(await signInAt('one'))
    const nowhere = sql`update cell_addresses set url = 'http://127.0.0.1:9'`
    await cells.one.context.db.write(nowhere)
    assert.deepEqual(organizationsIn(await ask('one', 'GET', '/api/organizations', { cookie })), [
      ['Acme', 'editor'],
    ])
    await cells.two.context.db.write(nowhere)
    const away = await ask('two', 'GET', campaignsOf('two'), { cookie })
    assert.equal(away.status, 503)
    assert.equal((await signInAt('two')).status, 503)
    await cells.sync()
  })
})

describe('who manages somebody in one cell alone', () => {
  const peopleOf = (cell: Name) => `/api/organizations/${cells[cell].organizationId}/people`

  it('makes no link for them, and does not turn their second factor off', async () => {
    const owner = await signInAs(cells.one, 'owner')
    const [ada] = await cells.one.context.db.query<{ _id: string }>(
      sql`select _id from users where email = ${email}`,
    )
    for (const [method, end] of [
      ['POST', 'link'],
      ['DELETE', 'second-factor'],
    ] as const) {
      const refused = await owner.request(method, `${peopleOf('one')}/${ada!._id}/${end}`)
      assert.deepEqual([refused.status, refused.body['code']], [403, 'person_elsewhere'], end)
    }
  })

  it('gets no link for whom another cell has invited or signs in, and one for anybody else', async () => {
    await invite('two', 'pending@example.com', 'viewer')
    const { email: elsewhere } = await signInAs(cells.two, 'viewer')
    await cells.sync()
    const owner = await signInAs(cells.one, 'owner')
    for (const [address, hasLink] of [
      ['pending@example.com', false],
      [elsewhere, false],
      ['new@example.com', true],
    ] as const) {
      const made = await owner.request('POST', peopleOf('one'), { email: address, role: 'editor' })
      assert.equal(made.status, 201, address)
      const { _id, link } = made.body.data as { _id: string; link: object | null }
      assert.equal(link !== null, hasLink, address)
      const again = await owner.request('POST', `${peopleOf('one')}/${_id}/link`)
      assert.equal(again.status, hasLink ? 201 : 403, address)
    }
  })
})

describe('a link that is older than the role in another cell', () => {
  const peopleOf = () => `/api/organizations/${cells.one.organizationId}/people`
  const accept = async (link: string) =>
    (await ask('one', 'POST', '/api/links/accept', { body: { token: link, password } })).status

  it('opens nothing any more, unless an operator has made it', async () => {
    const owner = await signInAs(cells.one, 'owner')
    const linkOf = ({ body }: Answer) => {
      const { url, link } = body.data as { url?: string; link?: { url: string } }
      return new URL((url ?? link?.url)!).hash.slice(1)
    }
    const inviteHere = async (address: string) =>
      owner.request('POST', peopleOf(), { email: address, role: 'viewer' })
    const invited = await inviteHere('invited.older@example.com')
    const known = await inviteHere('known.older@example.com')
    assert.equal(await accept(linkOf(known)), 200)
    const { _id } = known.body.data as { _id: string }
    const lost = await owner.request('POST', `${peopleOf()}/${_id}/link`)
    const ofOperator = (await invite('one', 'operators.older@example.com', 'viewer'))!
    for (const name of ['invited', 'known', 'operators'])
      await invite('two', `${name}.older@example.com`, 'owner')
    await cells.sync()
    assert.equal(await accept(linkOf(invited)), 404, 'the invitation')
    assert.equal(await accept(linkOf(lost)), 404, 'the link for a lost password')
    assert.equal(await accept(ofOperator), 200)
  })
})

describe('who is somebody else in another cell', () => {
  it('is not taken for the person with the same address', async () => {
    // Somebody who invites people of one cell gets their links, and may choose the password of the account there.
    await cells.two.context.db.write(sql`delete from memberships`)
    await cells.two.context.db.write(sql`delete from users`)
    const forged = await invite('two', email, 'viewer')
    const accepted = await ask('two', 'POST', '/api/links/accept', {
      body: { token: forged, password: 'another long password' },
    })
    const cookie = cookieOf(accepted)
    assert.match(cookie, /\.two$/)
    await cells.sync()
    assert.equal((await ask('two', 'GET', campaignsOf('two'), { cookie })).status, 200)
    assert.equal((await ask('one', 'GET', campaignsOf('one'), { cookie })).status, 401)
    assert.deepEqual(organizationsIn(await ask('one', 'GET', '/api/organizations', { cookie })), [
      ['Borealis', 'viewer'],
    ])
    const renamed = cookie.replace(/\.two$/, '.one')
    assert.equal((await ask('one', 'GET', campaignsOf('one'), { cookie: renamed })).status, 401)
  })

  it('is no operator of a cell for being one of another', async () => {
    const { one } = cells
    await one.context.db.write(sql`update users set password_hash = null`)
    const operator = await signInFirstOwner(one, 'operator@example.com')
    await invite('two', 'operator@example.com', 'viewer')
    await cells.two.context.db.write(
      sql`update users set is_operator = true where email = 'operator@example.com'`,
    )
    await cells.sync()
    const { cookie } = operator
    assert.equal((await ask('two', 'GET', campaignsOf('two'), { cookie })).status, 200)
    const refused = await ask('two', 'POST', campaignsOf('two'), { cookie, body: {} })
    assert.equal(refused.status, 403)
  })

  it('gets no token there, however the address is written', async () => {
    const { cookie } = await signInAgain(cells.one, 'operator@example.com')
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const forms = writtenForms('/api/me/tokens')
    for (const [odd, written] of forms) {
      const body = { name: odd, role: 'operator' }
      const made = await askAsWritten(cells.two, 'POST', written, { headers, body })
      assert.equal(made.status, 201, odd)
    }
    const tokensOf = ({ context }: TwoCells['one']) => context.db.query(sql`select name from user_tokens`)
    assert.deepEqual(await tokensOf(cells.two), [])
    assert.equal((await tokensOf(cells.one)).length, forms.length)
  })

  it('reaches no account there, even if a cell passes the request on', async () => {
    const { cookie } = await signInAgain(cells.one, 'operator@example.com')
    const { context, request } = cells.two
    const hop = { method: 'GET', url: '/api/me/tokens', hops: 1, organizationIds: [] }
    const headers = { cookie, [hopHeader]: signHop(context.secretBox, hop, context.clock.now()) }
    assert.equal((await request('GET', '/api/me/tokens', { key: null, headers })).status, 401)
  })
})

describe('somebody whose organization has moved', () => {
  it('finds it once in the list, in the cell where it is now', async () => {
    const owner = 'grace@example.com'
    const link = await invite('one', owner, 'owner')
    const accepted = await ask('one', 'POST', '/api/links/accept', { body: { token: link, password } })
    const cookie = cookieOf(accepted)
    await invite('two', owner, 'viewer')
    await cells.sync()
    const side = (name: Name) => ({ name, url: cells[name].url, db: cells[name].context.db })
    await moveOrganization({
      directory: cells.directory,
      organization: { _id: cells.one.organizationId, name: 'Acme' },
      from: side('one'),
      to: side('two'),
    })
    await cells.sync()
    for (const by of names) {
      const listed = await ask(by, 'GET', '/api/organizations', { cookie })
      assert.deepEqual(organizationsIn(listed), [
        ['Acme', 'owner'],
        ['Borealis', 'viewer'],
      ])
      assert.equal((listed.body.data as { pagination: { total: number } }).pagination.total, 2)
      assert.equal((await ask(by, 'GET', campaignsOf('one'), { cookie })).status, 200)
    }
    const { organizationId } = cells.one
    await cells.two.context.db.write(sql`delete from memberships where organization_id = ${organizationId}`)
    for (const by of names)
      for (const [odd, written] of writtenForms(campaignsOf('one'))) {
        const { status } = await askAsWritten(cells[by], 'GET', written, { headers: { cookie } })
        assert.equal(status, 404, `${odd} by ${by}: the role ended in the new cell`)
      }
  })
})
