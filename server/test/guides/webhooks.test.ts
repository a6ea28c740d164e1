import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signWebhook } from '@bindery/sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-guide-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('has a receiver that takes what is signed once, and nothing else', async () => {
  const guide = await readFile(join(repository, 'docs/guides/webhooks.md'), 'utf8')
  const [, code = ''] = /```js\n([^`]*)```/.exec(guide) ?? []
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(20)
  const sdk = join(repository, 'sdk/src/index.ts')
  const file = join(folder, 'receiver.mjs')
  await writeFile(file, code.replace("'@bindery/sdk'", JSON.stringify(sdk)))
  const port = await freePort()
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) }
  const receiver = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  receiver.stdout.on('data', (chunk) => void (output += String(chunk)))
  try {
    const event = { id: 'evt_1', type: 'policy.issued', policy_id: 'tpol_1', sequence: 2 }
    const body = JSON.stringify(event)
    const send = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', headers, body }).catch(() => null)
    await expect.poll(async () => (await send({}))?.status).toBe(401)
    const signed = await signWebhook(secret, { id: event.id, body })
    expect((await send(signed))?.status).toBe(204)
    expect((await send(signed))?.status).toBe(204)
    const forged = await signWebhook(`whsec_${Buffer.alloc(32, 8).toString('base64')}`, {
      id: event.id,
      body,
    })
    expect((await send(forged))?.status).toBe(401)
    expect(output).toBe('policy.issued tpol_1 2\n')
  } finally {
    receiver.kill()
  }
})
