import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const failing = `Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(anna@example.com)' })`

it.each([
  ['an error that nobody caught', `setTimeout(() => { throw ${failing} })`],
  ['a promise that nobody awaited', `Promise.reject(${failing})`],
])('%s ends the process, and is logged without a word about a person', async (_, bug) => {
  const program = `
    import pino from 'pino'
    import { endOnBug } from '${new URL('end-on-bug.ts', import.meta.url).href}'
    import { createLog } from '${new URL('log.ts', import.meta.url).href}'
    const destination = pino.destination({ dest: 1, sync: false })
    endOnBug(createLog('info', destination), () => destination.flushSync())
    ${bug}
    setTimeout(() => undefined, 60_000)`
  const cwd = new URL('.', import.meta.url)
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd })
  const streams = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'exit')) as [number | null]
  const output = (await streams).join('\n')
  expect(code).toBe(1)
  expect(output).toContain('a bug ended the process')
  expect(output).toContain('duplicate key')
  expect(output).not.toContain('anna')
})
