import { runProgram } from './run-program.ts'

// The reader of our output may close it early, as in `apply … | head`.
process.stdout.on('error', () => process.exit(1))

// bin/switchboard.js started this process, and cannot pass a SIGKILL on: its end closes the channel.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

await runProgram(process.argv.slice(2), process.env)
