import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/**
 * Formatter, linter and type checker, side by side. Each of them alone leaves a second core idle for
 * much of its time, and several checkers of one program would infer the same types again.
 */
const checks: readonly (readonly string[])[] = [
  ['oxlint', '--type-aware'],
  ['tsc', '--noEmit', '--checkers', '1'],
  ['tsc', '--noEmit', '-p', 'rules'],
  ['tsc', '--noEmit', '-p', 'checkout'],
  ['tsc', '--noEmit', '-p', 'console'],
  ['oxfmt', '--check'],
]
/** They are short programs with memory to spare: collecting garbage less often saves a fifth. */
const env = { GOGC: '300', ...process.env }

const passed = await Promise.all(checks.map(passes))
if (passed.includes(false)) process.exitCode = 1

async function passes([program = '', ...parameters]: readonly string[]): Promise<boolean> {
  const child = spawn(program, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = once(child, 'close')
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exit,
  ])
  const outcome = code === 0 ? 'passed' : 'failed'
  const title = [program, ...parameters].join(' ')
  process.stdout.write(`${output}${complaint}${title}: ${outcome}\n`)
  return code === 0
}
