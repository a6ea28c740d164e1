import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import {
  type ServerProcess,
  removeFolder,
  sellingOnly,
  startServer,
  temporaryFolder,
} from '@bindery/server/test/support/server-process.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../', import.meta.url))

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = await temporaryFolder()
  await chmod(folder, 0o755)
  // The reader makes a product of their own; those of the demo would only take time to start with.
  const selling = await sellingOnly('bike', folder)
  server = await startServer({ DATA_DIR: join(folder, 'data'), ...selling })
})
afterAll(async () => {
  await server.stop()
  await removeFolder(folder)
})

it('a newcomer lets a year pass as the README says, and sees what was asked for and paid', async () => {
  const blocks = await commandsUnder('Let a year pass')
  const { code, stdout, stderr } = await runShell(blocks)
  expect(stderr).not.toContain('✗')
  expect(stdout).toMatch(/"object":"payment".*"status":"ok"/)
  expect(stdout).toContain('2027-03-01 to 2027-03-30')
  // Due on 1 March, declined then and three days later, and paid after five days more.
  expect(stdout).toMatch(/2027-03-09 +payment by sandbox +-15\.24 CHF +0\.00 CHF/)
  expect(stdout).toMatch(/TEST-2027-000005/)
  expect(stdout).toContain('is cancelled: 3 terms, 30 invoices, 355.80 CHF paid, 0.00 CHF owed.')
  expect(code).toBe(0)
})

it('a newcomer follows the README to a first product, as it is written', async () => {
  const blocks = await commandsUnder('Your first product in ten minutes')
  expect(blocks.length).toBeGreaterThanOrEqual(7)
  const { code, stdout, stderr } = await runShell(blocks)
  expect(stderr).not.toContain('✗')
  expect(stdout).toContain('5 cases passed.')
  expect(stdout).toMatch(/to pay +12\.50 EUR/)
  expect(stdout).toContain('travel version 1 is live.')
  expect(stdout).toMatch(/"object":"payment".*"status":"ok"/)
  expect(stdout).toMatch(/TRAVEL-\w{8} +paid +Ada Lang +12\.50 EUR/)
  expect(stdout).toMatch(/gross_payment_amount +1250 +1499/)
  expect(stdout).toContain('So the case must change too.')
  expect(stdout).toContain('~ a week in Europe: 12.50 EUR → 14.99 EUR')
  expect(stdout).toContain('draft 1499, live 1250')
  expect(stdout).toContain('travel version 2 is live.')
  expect(stdout).toContain('The same, byte for byte.')
  expect(code).toBe(0)
})

async function commandsUnder(title: string): Promise<string[]> {
  const readme = await readFile(join(repository, 'README.md'), 'utf8')
  const [, section = ''] = new RegExp(`^## ${title}$(.*?)^## `, 'ms').exec(readme) ?? []
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block)
}

/** A checkout in which the reader may leave files behind, and a curl that needs no installation. */
async function runShell(blocks: readonly string[]) {
  const checkout = await mkdtemp(join(folder, 'checkout-'))
  const tools = join(checkout, 'tools')
  await mkdir(tools)
  for (const name of ['package.json', 'node_modules', 'server', 'cli', 'sdk', 'docs', 'examples']) {
    await symlink(join(repository, name), join(checkout, name))
  }
  const curl = join(repository, 'server/test/support/curl.ts')
  await writeFile(join(tools, 'curl'), `#!/bin/sh\nexec "${process.execPath}" "${curl}" "$@"\n`, {
    mode: 0o755,
  })
  // As npx does where the packages are installed, without the half second in which it looks.
  await writeFile(
    join(tools, 'npx'),
    `#!/bin/sh\ncommand="$1"\nshift\nexec "${repository}node_modules/.bin/$command" "$@"\n`,
    { mode: 0o755 },
  )
  const path = [tools, join(repository, 'node_modules', '.bin'), process.env['PATH']].join(':')
  const child = spawn('sh', ['-c', ['set -e', ...blocks].join('\n')], {
    cwd: checkout,
    env: { ...process.env, PATH: path, DATA_DIR: join(folder, 'data'), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>, // As Node documents the event.
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}
