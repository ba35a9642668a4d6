// The command `og`. The build makes one file of it (scripts/build-cli.ts), which the console serves as /og.mjs.
import { exits } from './failure.ts'
import { runCommand } from './run.ts'

const stop = new AbortController()
// The first Ctrl-C ends the command in an orderly way, the second at once.
process.on('SIGINT', () => (stop.signal.aborted ? process.exit(exits.interrupted) : stop.abort()))
process.on('SIGTERM', () => stop.abort())
// The reader of the output has gone, as with `og search x | head`.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', error => process.exit((error as NodeJS.ErrnoException).code === 'EPIPE' ? exits.ok : exits.failed))

const { env, stdin, stdout, stderr } = process
void runCommand(process.argv.slice(2), { env, stdin, stdout, stderr, signal: stop.signal, now: () => Date.now() }).then(
  code => {
    process.exitCode = code
    // A pending keep-alive connection or standard input must not hold the process.
    stdin.unref?.()
  },
)
