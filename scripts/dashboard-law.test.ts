import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dashboardFaults } from './dashboard-law.ts'

describe('the law of the dashboard', () => {
  it('lets ui import ui alone', () => {
    assert.deepEqual(dashboardFaults('ui/button.tsx', "import { x } from './tooltip.tsx'"), [])
    for (const target of ['../api/client.ts', '../messages/en.tsx', '../path-builder.ts', 'react-router'])
      assert.equal(dashboardFaults('ui/button.tsx', `import { x } from '${target}'`).length, 1, target)
  })

  it('lets imports point one way', () => {
    assert.deepEqual(dashboardFaults('pages/keys.tsx', "import { x } from '../forms/api-key.tsx'"), [])
    assert.equal(dashboardFaults('components/find.tsx', "import { x } from '../pages/keys.tsx'").length, 1)
    assert.equal(dashboardFaults('pages/keys.tsx', "const x = await import('../routes.tsx')").length, 1)
    assert.deepEqual(dashboardFaults('routes.tsx', "const x = await import('./pages/keys.tsx')"), [])
  })

  it('lets only api ask the server', () => {
    assert.deepEqual(dashboardFaults('api/client.ts', 'await fetch(address)'), [])
    assert.equal(dashboardFaults('pages/keys.tsx', 'await fetch(address)').length, 1)
    assert.equal(dashboardFaults('hooks/use-live.ts', 'new EventSource(address)').length, 1)
    assert.deepEqual(
      dashboardFaults('pages/keys.tsx', 'void query.refetch()\n// fetch(it) is said in api'),
      [],
    )
  })

  it('leaves a form to the one part that begins nothing twice', () => {
    assert.deepEqual(dashboardFaults('forms/key.tsx', '<form id="key">'), [
      'a form that may be submitted twice; write <Form>',
    ])
    assert.deepEqual(dashboardFaults('forms/key.tsx', '<Form id="key">'), [])
    assert.deepEqual(dashboardFaults('ui/form.tsx', '<form\n'), [])
  })

  it('finds physical directions in CSS, and inline styles', () => {
    for (const line of [
      'left: 0;',
      'margin-left: 4px;',
      'border-top-right-radius: 2px;',
      'text-align: left;',
      'float: right;',
      'padding: 1px 2px 3px 4px;',
      'scroll-margin-left: 1px;',
    ])
      assert.equal(dashboardFaults('ui/a.module.css', `.a {\n  ${line}\n}`).length, 1, line)
    const logical =
      '.left {\n  margin-inline: 4px;\n  inset-inline-end: 0; /* not left: */\n  padding: 1px 2px;\n}'
    assert.deepEqual(dashboardFaults('ui/a.module.css', logical), [])
    assert.equal(dashboardFaults('ui/a.tsx', '<div style={{ color: it }} />').length, 1)
  })
})
