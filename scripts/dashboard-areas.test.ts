import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areaFaults, routeEntries } from './dashboard-areas.ts'

const files: Record<string, string> = {
  'components/shell.tsx': "const { shell } = useMessages('shell')",
  'pages/keys.tsx': `import { useState } from 'react'
import {
  KeyForm,
  KeyTable,
} from '../forms/key.tsx'
import type { Me } from '../forms/only-its-type.tsx'
import styles from './keys.module.css'
const Later = lazy(async () => {
  const [{ Later: Part }] = await Promise.all([import('../forms/later.tsx'), loadAreas(['later'])])
  return { default: Part }
})
const { keys: texts, common } = useMessages('keys', 'shell')`,
  'forms/key.tsx': "import { When } from '../components/when.tsx'\nconst { forms } = useMessages('forms')",
  'forms/only-its-type.tsx': "const { me } = useMessages('me')",
  'forms/later.tsx': "const { later } = useMessages('later')",
  'components/when.tsx': "import { KeyForm } from '../forms/key.tsx'\nconst { common } = useMessages()",
}
const read = (file: string) => files[file] ?? assert.fail(`no ${file}`)
const table = (...areas: string[]) => `
  { lazy: page(['refusals', 'shell'], async () => (await import('./components/shell.tsx')).Shell) },
  {
    lazy: page(
      [${areas.map((area) => `'${area}'`).join(', ')}],
      async () => (await import('./pages/keys.tsx')).KeysPage,
    ),
  },`

describe('the areas of texts that a route loads', () => {
  it('are those that the page and its imports use; the shell has its own loaded', () => {
    assert.deepEqual(areaFaults(table('keys', 'forms'), read), [])
    assert.deepEqual(routeEntries(table('keys')).at(-1), {
      file: 'pages/keys.tsx',
      areas: ['keys'],
      isInShell: true,
    })
  })

  it('are refused where one lacks, or is loaded for nothing', () => {
    assert.deepEqual(areaFaults(table('keys'), read), ["pages/keys.tsx uses 'forms', which its route lacks"])
    assert.deepEqual(areaFaults(table('keys', 'forms', 'live'), read), [
      "pages/keys.tsx does not use 'live', which its route loads",
    ])
    assert.deepEqual(areaFaults(table('keys', 'forms', 'shell'), read), [
      "pages/keys.tsx: the shell has loaded 'shell' already",
    ])
  })

  it('come with a part that is loaded later, too', () => {
    const without = (file: string) => read(file).replace(", loadAreas(['later'])", '')
    assert.deepEqual(areaFaults(table('keys', 'forms'), without), [
      "pages/keys.tsx loads forms/later.tsx without 'later', which it uses",
    ])
  })

  it('stand in every route that loads a page', () => {
    const bare = "{ lazy: async () => ({ Component: (await import('./pages/keys.tsx')).KeysPage }) }"
    assert.equal(areaFaults(table('keys', 'forms') + bare, read).length, 1)
  })
})
