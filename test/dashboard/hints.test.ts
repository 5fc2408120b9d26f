// Which queries a hint of the stream concerns.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { createInvalidator } from '../../dashboard/src/api/invalidator.ts'
import type { Hint } from '../../dashboard/src/api/invalidator.ts'
import { eventually } from '../support/service.ts'

const keys = {
  queueOfA: ['getQueue', { organization_id: 'o', project_id: 'a' }],
  queueOfB: ['getQueue', { organization_id: 'o', project_id: 'b' }],
  campaignOfA: ['campaignToEdit', { organization_id: 'o', project_id: 'a' }, 'c'],
  inboxOfA: ['listInbox', { organization_id: 'o', project_id: 'a', limit: 1 }],
  inboxOfB: ['listInbox', { organization_id: 'o', project_id: 'b', limit: 1 }],
  organizations: ['listOrganizations', { limit: 100 }],
  erasure: ['erasureOfProfile', 'p'],
}
const hint = (topic: string, project_id: string | null): Hint => ({ topic, project_id, ids: null })

for (const [what, hints, expected] of [
  ['of a project', [hint('config', 'a')], ['queueOfA', 'campaignOfA', 'organizations']],
  ['of another project', [hint('calls', 'b')], ['queueOfB']],
  [
    'of two projects and two topics',
    [hint('calls', 'a'), hint('calls', 'b'), hint('conversations', 'b')],
    ['queueOfA', 'queueOfB', 'inboxOfB', 'erasure'],
  ],
  [
    'of a project and of the organization, in any order',
    [hint('calls', 'a'), hint('calls', null), hint('calls', 'a')],
    ['queueOfA', 'queueOfB'],
  ],
  ['of everything', [hint('calls', 'a'), null], Object.keys(keys)],
] as const)
  test(`hints ${what} ask again for what they concern alone`, async (context) => {
    const queries = new QueryClient()
    context.after(() => queries.clear())
    for (const key of Object.values(keys)) queries.setQueryData(key, 'answer')
    const invalidate = createInvalidator(queries)
    for (const one of hints) invalidate(one)
    const invalidated = () =>
      Object.entries(keys)
        .filter(([, key]) => queries.getQueryState(key)?.isInvalidated === true)
        .map(([name]) => name)
    await eventually('hints take effect', () => (invalidated().length > 0 ? true : null))
    assert.deepEqual(invalidated(), expected)
  })
