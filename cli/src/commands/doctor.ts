import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import type { Check } from '../doctor/check.ts'
import { examine } from '../doctor/examine.ts'
import { AlreadyReported, type ExitCode } from '../failure.ts'
import type { Paint } from '../output/paint.ts'

export function addDoctor(program: Command): void {
  addCommand(program, 'doctor', {
    summary: 'Check the configuration, the server, its clock, its jobs, the key and the products',
    examples: ['bindery doctor', 'bindery doctor --json'],
  }).action(action(doctor))
}

async function doctor({ options, output }: Work<object>): Promise<void> {
  const checks = await output.during('Running all checks', () => examine(options, process.env))
  output.show({ healthy: checks.every((check) => check.state !== 'failed'), checks }, (paint) =>
    checks.flatMap((check) => describe(check, paint)),
  )
  const codes = checks.flatMap((check) => check.exitCode ?? [])
  if (codes.length > 0) throw new AlreadyReported(Math.max(...codes) as ExitCode) // One of them.
}

function describe({ name, state, message, fix }: Check, paint: Paint): string[] {
  const sign = { ok: paint.green('✓'), warning: paint.yellow('!'), failed: paint.red('✗') }[state]
  return [`${sign} ${paint.bold(name)}: ${message}`, ...(fix === '' ? [] : [`    ${fix}`])]
}
