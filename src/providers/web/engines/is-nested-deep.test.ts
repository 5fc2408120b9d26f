import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isNestedDeep } from './is-nested-deep.ts'

it('distinguishes endless nesting of elements from long pages', () => {
  for (const [html, expected] of [
    ['<div>'.repeat(15_000), true],
    [`<main>${'<SPAN class="a">x'.repeat(15_000)}`, true],
    ['<div><span>x</span></div>'.repeat(15_000), false],
    // Without their ends, which are optional, and ends without a beginning.
    [`<ul>${'<li>x<br>'.repeat(15_000)}</ul><table>${'<tr><td>x'.repeat(15_000)}</table>`, false],
    ['</div>'.repeat(15_000) + '<div>'.repeat(9_000), false],
    ['', false],
  ] as const)
    assert.equal(isNestedDeep(html), expected, html.slice(0, 60))
})
