import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPostmaster } from '../../src/database/embedded/postmaster.ts'
import { exists } from '../../src/database/embedded/process-start.ts'
import { npmCommand } from '../support/npm.ts'
import { freePort } from '../support/free-port.ts'
import { removeFolder, startServer, temporaryFolder } from '../support/server-process.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

let folder: string
let env: Record<string, string>
beforeAll(async () => {
  folder = await temporaryFolder()
  env = { DATA_DIR: join(folder, 'data'), BINDERY_DEMO: 'off', PORT: String(await freePort()) }
})
afterAll(() => removeFolder(folder))

describe('SIGTERM to npm start', () => {
  it('stops the server and its database, and cuts no client off', async () => {
    const npm = await startWithNpm({ ...env, STOP_DELAY_SECONDS: '2' })
    const database = await readPostmaster(join(folder, 'data', 'postgres'))
    const clients = [0, 0, 0, 120, 350].map((pauseMs) => askUntilRefused(pauseMs))
    // Its database may be slow at first, while the machine is busy.
    await expect.poll(async () => (await answerOf('/readyz')).statusCode).toBe(200)
    const notReady = untilNotReady()

    process.kill(npm.pid, 'SIGTERM')

    expect(await notReady).toBe(503)
    for (const outcome of await Promise.all(clients)) {
      expect(outcome).toEqual({ failures: [], wasAskedToLeave: true })
    }
    await npm.ended
    expect(await isFree(Number(env['PORT']))).toBe(true)
    expect(database?.pid).toBeGreaterThan(0)
    expect(exists(database?.pid ?? 0)).toBe(false)
    const again = await startServer(env)
    expect(await again.stop()).toBe(0)
  })
})

describe('exec, where the shell has none', () => {
  it('runs the script it is given, with what is given to it', async () => {
    const launcher = join(repository, 'server/bin/exec.ts')
    const words = [launcher, 'node', 'server/src/print-demo.ts', 'cyber']
    const child = spawn(process.execPath, words, {
      cwd: repository,
      env: { ...process.env, ...env },
    })
    const output: Buffer[] = []
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    const [code] = (await once(child, 'close')) as [number | null]
    expect(Buffer.concat(output).toString()).toContain('There is no demo in')
    expect(code).toBe(1)
  })
})

async function startWithNpm(variables: Record<string, string>) {
  const { file, words } = npmCommand('start')
  const child = spawn(file, words, {
    cwd: repository,
    env: { ...process.env, LOG_LEVEL: 'warn', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  while (!output.includes('is running')) {
    if (child.exitCode !== null) throw new Error(`npm start did not start:\n${output}`)
    await sleep(50)
  }
  if (child.pid === undefined) throw new Error('npm has a process')
  return { pid: child.pid, ended }
}

/** A client with one connection that it keeps, until the server takes no new ones. */
async function askUntilRefused(pauseMs: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const failures: string[] = []
  let wasAskedToLeave = false
  for (;;) {
    try {
      const { headers } = await answerOf('/openapi.json', agent)
      wasAskedToLeave ||= headers.connection === 'close'
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException
      if (code !== 'ECONNREFUSED') failures.push(code)
      else {
        agent.destroy()
        return { failures, wasAskedToLeave }
      }
    }
    await sleep(pauseMs)
  }
}

async function untilNotReady(): Promise<number | undefined> {
  for (;;) {
    const { statusCode } = await answerOf('/readyz')
    if (statusCode !== 200) return statusCode
    await sleep(20)
  }
}

function answerOf(path: string, agent?: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: env['PORT'], path, ...(agent && { agent }) }
    request(options, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () => resolve(response))
    })
      .on('error', reject)
      .end()
  })
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}
