// Runs a file in separate namespaces: its network, its processes and its mounts end with it, however it ends.
import { type ChildProcess, spawn } from 'node:child_process'

/**
 * As the first process it adopts orphaned processes; the names of networks are stored where only this lab sees them.
 */
const first = `mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns && ip link set lo up && { "$@" & wait $!; }`

/** Set for processes in the namespaces. */
const apartFlag = 'LAB_APART'

/** Killed together with the starting process, even by `kill -9`: the kernel ends every process of the namespace. */
export function runInNamespace(file: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('The lab needs Linux and root: it makes networks of its own.')
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', file, ...args]
  const apart = ['--net', '--mount', '--pid', '--fork', '--kill-child=KILL', '--mount-proc']
  return spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...apart, 'bash', '-c', first, 'lab', ...node], {
    env: { ...process.env, ...env, [apartFlag]: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** Resolves with the exit code; if this process is ended from outside, the whole lab ends with it. */
export function untilEnd(child: ChildProcess): Promise<number> {
  const end = () => child.kill('SIGKILL')
  process.once('SIGTERM', end)
  process.once('exit', end)
  return new Promise(resolve => child.once('exit', code => resolve(code ?? 1)))
}
