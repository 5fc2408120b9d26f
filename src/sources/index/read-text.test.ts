import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readMarkdown, readPlainText } from './read-text.ts'

describe('readMarkdown', () => {
  it('cuts at headings of both forms and keeps the visible text', () => {
    const document = readMarkdown(
      [
        '---',
        'layout: page',
        '---',
        '# Install {#setup}',
        'See the [guide](https://example.com/a) and **read** `code`.',
        '',
        'On Linux',
        '--------',
        '```sh',
        '# no heading',
        'apt install it',
        '```',
        '- one',
        '- two',
      ].join('\n'),
      'install.md',
      'en',
    )
    assert.equal(document?.title, 'Install')
    assert.deepEqual(document?.chunks, [
      { heading: 'Install', anchor: 'setup', text: 'See the guide and read code.' },
      {
        heading: 'Install › On Linux',
        anchor: 'on-linux',
        text: '# no heading\napt install it\n\n- one\n- two',
      },
    ])
  })
})

describe('readPlainText', () => {
  it('separates paragraphs and takes the file’s name as title', () => {
    const document = readPlainText('One\r\nline.\r\n\r\nTwo.', 'notes.txt', 'en')
    assert.equal(document?.title, 'notes.txt')
    assert.deepEqual(document?.chunks, [{ heading: '', anchor: null, text: 'One\nline.\n\nTwo.' }])
    assert.equal(readPlainText(' \n ', 'empty.txt', 'en'), null)
  })
})
