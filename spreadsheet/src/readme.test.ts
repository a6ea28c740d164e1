import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../', import.meta.url))

it('the example of the README prints what the README says', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? []
  const [, first = '', second = ''] = /It prints `(.*?)` and `(.*?)`/.exec(readme) ?? []
  const words = ['--input-type=module-typescript', '-e', example]
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder })
  expect(stdout).toBe(`${first}\n${second}\n`)
  expect(first).not.toBe('')
})
