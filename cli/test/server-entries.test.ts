import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, cp, mkdir, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import { removeFolder, temporaryFolder } from '@bindery/server/test/support/server-process.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildCli } from '../tools/build.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
  await chmod(folder, 0o755)
})
afterEach(() => removeFolder(folder))

function launch(file: string, words: readonly string[], env: Readonly<Record<string, string>>) {
  return spawn(process.execPath, [file, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The platform's own; the command line alone has fewer. */
const compiledFilesMin = 500

async function commandOfChild(pid: number | undefined): Promise<readonly string[]> {
  const [child = ''] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
  return (await readFile(`/proc/${child}/cmdline`, 'utf8')).split('\0')
}

it('the platform starts from the command line, and stops with it', async () => {
  const port = String(await freePort())
  const compiled = join(folder, 'compiled')
  const env = {
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    BINDERY_DEMO: 'off',
    NODE_COMPILE_CACHE: compiled,
  }
  const child = launch(await buildCli(), ['start'], env)
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status
  try {
    await expect.poll(ready).toBe(200)
    // What it starts beside itself, and the process that follows a kill, find their code compiled.
    expect((await readdir(compiled, { recursive: true })).length).toBeGreaterThan(compiledFilesMin)
    if (process.platform === 'linux') {
      expect(await commandOfChild(child.pid)).toEqual(
        expect.arrayContaining(['--v8-pool-size=0', '--no-memory-reducer']),
      )
    }
  } finally {
    child.kill('SIGTERM')
  }
  const [code] = (await once(child, 'exit')) as [number | null] // As Node documents the event.
  expect(code).toBe(0)
  await expect(ready()).rejects.toThrow('fetch failed')
})

it('installed by itself, the command line starts products but no platform, and says so', async () => {
  await mkdir(join(folder, 'dist'))
  const file = join(folder, 'dist', 'bindery.mjs')
  await copyFile(await buildCli(), file)
  const starter = fileURLToPath(new URL('../starter/', import.meta.url))
  await cp(starter, join(folder, 'starter'), { recursive: true })
  const serve = launch(file, ['serve'], {})
  const output = text(serve.stderr)
  expect(await once(serve, 'exit')).toEqual([2, null])
  expect(await output).toContain('Only the command line is installed here')
  expect(await once(launch(file, ['init', 'travel'], {}), 'exit')).toEqual([0, null])
})
