import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoFile } from '../../src/demo/index.ts'
import {
  type ServerProcess,
  removeFolder,
  runToEnd,
  startInVain,
  startServer,
  temporaryFolder,
} from '../support/server-process.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = await temporaryFolder()
  server = await startServer({ DATA_DIR: join(folder, 'data') })
})
afterAll(async () => {
  await server.stop()
  await removeFolder(folder)
})

describe('a first start', () => {
  it('writes demo.json for the owner alone, with the keys of everybody', async () => {
    const file = join(folder, 'data', 'demo.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const demo = JSON.parse(await readFile(file, 'utf8')) as DemoFile
    expect(demo).toMatchObject({
      base_url: byName(server.url),
      data_base_url: byName(server.url),
      vendor: 'bindery',
      keys: {
        test: {
          public: expect.stringMatching(/^pk_test_/),
          secret: expect.stringMatching(/^sk_test_/),
        },
        live: {
          public: expect.stringMatching(/^pk_live_/),
          secret: expect.stringMatching(/^sk_live_/),
        },
      },
      insurer: {
        test: { secret: expect.stringMatching(/^sk_test_/) },
        live: { secret: expect.stringMatching(/^sk_live_/) },
      },
      other: {
        test: { public: expect.any(String), secret: expect.any(String) },
        access_token: expect.any(String),
      },
      access_token: expect.any(String),
      datasets: { fields: ['name', 'city'], category_field: 'industry', count: 500 },
    })
    expect(Object.keys(demo.products).toSorted()).toEqual(['bike', 'cyber', 'cyber-formula'])
    expect(demo.products['cyber']).toMatchObject({
      product_id: expect.stringMatching(/^pr_[0-9a-f]{28}$/),
      item_id: expect.stringMatching(/^ins_[0-9a-f]{28}$/),
      subscription_plan_id: expect.stringMatching(/^pp_[0-9a-f]{28}$/),
      integration_id: expect.stringMatching(/^in_[0-9a-f]{28}$/),
      dataset_field: 'company',
      dataset_item: expect.stringMatching(/^dai_[0-9a-f]{28}$/),
    })
  })

  it('shows what it does meanwhile, step by step', () => {
    const steps = server
      .output()
      .split('\n')
      .filter((line) => line.endsWith(' ...'))
    expect(steps).toEqual([
      `  Creating a PostgreSQL database in ${join(folder, 'data')} ...`,
      expect.stringMatching(/^ {2}Creating the tables \.\.\.$/),
      '  Creating the demo insurer, its distributors and their keys ...',
      '  Publishing the product bike (1 of 3) ...',
      '  Publishing the product cyber (2 of 3) ...',
      '  Publishing the product cyber-formula (3 of 3) ...',
    ])
  })

  it('prints a banner whose curl line makes a quote', async () => {
    const command = /^curl .*$/m.exec(server.output())?.[0] ?? ''
    expect(await runShell(command, folder)).toEqual({
      code: 0,
      output: expect.stringMatching(/"gross_payment_amount":\d+/),
    })
  })

  it('prints a link that signs the administrator in, once', async () => {
    const [, secret] = /\/console\/welcome#sign_in=([0-9a-f]{64})$/m.exec(server.output()) ?? []
    expect(await signInBy(secret)).toMatchObject({
      person: { email: 'admin@demo.example' },
      accounts: [{ roles: ['administrator'] }],
    })
    expect(await signInBy(secret)).toBe(404)
    const file = await readFile(join(folder, 'data', 'demo.json'), 'utf8')
    expect(file).not.toContain(secret)
  })

  it('sells and cancels a policy by the commands of the README', async () => {
    const readme = await readFile(join(repository, 'README.md'), 'utf8')
    const section = /^## Sell a policy$(.*?)^## /ms.exec(readme)?.[1] ?? ''
    const commands = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block)
    expect(commands.length).toBeGreaterThanOrEqual(6)
    const { code, output } = await runShell(['set -e', ...commands].join('\n'), folder)
    expect(output).toMatch(/"object":"payment".*"status":"ok"/)
    expect(output).toMatch(/"status":"paid"/)
    expect(output).toMatch(/"version_id":"tpv_[0-9a-f]{28}","status":"(?:processing|active)"/)
    expect(code).toBe(0)
  })

  it('refuses a second instance on the same folder and says who is there', async () => {
    const { code, output } = await startInVain({ DATA_DIR: join(folder, 'data'), PORT: '8080' })
    expect(code).toBe(1)
    expect(output).toContain(String(server.child.pid))
  })

  it('says which port is taken and how to choose another', async () => {
    const other = await temporaryFolder()
    try {
      const port = new URL(server.url).port
      const { code, output } = await startInVain({ DATA_DIR: join(other, 'data'), PORT: port })
      expect(code).toBe(1)
      expect(output).toContain(`Port ${port} is taken by another program.`)
    } finally {
      await removeFolder(other)
    }
  })
})

describe('npm run create-user', () => {
  const env = () => ({ DATA_DIR: join(folder, 'data') })
  const createUser = (...words: string[]) => runToEnd(env(), 'create-user', ...words)

  it('says which process has the database, while the server runs', async () => {
    const { code, output } = await createUser('anna@example.com', 'demo-insurance')
    expect(code).toBe(1)
    expect(output).toContain(String(server.child.pid))
  })

  it('prints a link to where the server last was, which signs the person in once', async () => {
    await server.stop()
    const unknown = await createUser('anna@example.com', 'demo-insurance', '--role', 'emperor')
    expect(unknown).toMatchObject({
      code: 1,
      output: expect.stringContaining('has no role emperor. It has: '),
    })
    const words = ['Anna@Example.com', 'demo-insurance', '--role', 'viewer']
    const { code, output } = await createUser(...words)
    expect([code, output]).toEqual([0, expect.stringContaining('anna@example.com belongs to ')])
    const [link = '', secret] = /^http.*#sign_in=([0-9a-f]{64})$/m.exec(output) ?? []
    expect(link).toContain(`${byName(server.url)}/console/welcome#`)
    server = await startServer({ ...env(), PORT: new URL(server.url).port })
    expect(await signInBy(secret)).toMatchObject({
      person: { email: 'anna@example.com' },
      accounts: [{ key: 'demo-insurance', roles: ['viewer'] }],
    })
    expect(await signInBy(secret)).toBe(404)
  })
})

describe('a start that cannot succeed', () => {
  it('names every setting that is wrong', async () => {
    const { code, output } = await startInVain({
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'ftp://x',
      ENCRYPTION_KEYS: 'a:short',
      DATABASE_URL: 'mysql://x',
    })
    expect(code).toBe(1)
    for (const name of ['PORT', 'LOG_LEVEL', 'PUBLIC_URL', 'ENCRYPTION_KEYS', 'DATABASE_URL']) {
      expect(output).toContain(`- ${name} must`)
    }
  })

  it('says that the database cannot be reached', async () => {
    const { code, output } = await startInVain({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
      DATA_DIR: join(folder, 'unreachable'),
    })
    expect(code).toBe(1)
    expect(output).toContain('The database cannot be reached (ECONNREFUSED). Check DATABASE_URL')
  })
})

/** Who is signed in by the secret of a link; the status where nobody is. */
async function signInBy(secret: string | undefined): Promise<unknown> {
  const signedIn = await fetch(`${server.url}/manage/links/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ secret }),
  })
  if (signedIn.status !== 200) return signedIn.status
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  return (await fetch(`${server.url}/manage/me`, { headers: { cookie } })).json()
}

/** Runs shell commands as the README's reader would, with a curl that needs no installation. */
async function runShell(
  script: string,
  tools: string,
): Promise<{ code: number | null; output: string }> {
  const curl = join(repository, 'server/test/support/curl.ts')
  await writeFile(join(tools, 'curl'), `#!/bin/sh\nexec "${process.execPath}" "${curl}" "$@"\n`, {
    mode: 0o755,
  })
  const child = spawn('sh', ['-c', script], {
    cwd: repository,
    env: {
      ...process.env,
      PATH: `${tools}:${process.env['PATH']}`,
      DATA_DIR: join(folder, 'data'),
    },
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, output: Buffer.concat(chunks).toString() }
}

/** Links lead to this machine by its name. */
function byName(url: string): string {
  return url.replace('127.0.0.1', 'localhost')
}
