import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Command } from 'commander'
import { runCommand, runCommandHere } from '../../test/support/command.ts'
import { readConfig } from '../base/config.ts'
import { listCommands, summaries } from './command-summaries.ts'
import { commands } from './commands.ts'

const run = (...args: string[]) => runCommandHere(args, {})

describe('the summaries of commands', () => {
  it('are what the commands say of themselves, in their order', async () => {
    const program = new Command('switchboard')
    for (const load of new Set(Object.values(commands)))
      (await load())(program, () => readConfig(process.env))
    const listed = new Command('switchboard')
    listCommands(listed)
    assert.equal(listed.helpInformation(), program.helpInformation().replaceAll('\r', ''))
    assert.deepEqual(
      program.commands.map((command) => command.name()),
      Object.keys(summaries),
    )
  })

  it('serve the help and a wrong name, while a command has its own help', async () => {
    const help = await runCommand(['--help'], {})
    assert.equal(help.status, 0)
    assert.match(help.stdout, /^ {2}apply \[options\] <file> /m)
    assert.equal((await run('--help', 'keys')).stdout, help.stdout)
    assert.equal((await run('--verbose', 'keys', 'list')).status, 2)
    const wrong = await run('appply')
    assert.equal(wrong.status, 2)
    assert.match(wrong.stderr, /unknown command 'appply'\s+\(Did you mean apply\?\)/)
    for (const args of [
      ['help', 'keys'],
      ['keys', '--help'],
    ])
      assert.match((await run(...args)).stdout, /create a key; its value is printed once/, args.join(' '))
  })
})
