import { once } from 'node:events'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editFile } from './support/edit-file.ts'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
  await served.cli.run(['init', 'travel'])
})
afterAll(() => served.close())

interface FailureAnswer {
  readonly error: {
    readonly message: string
    readonly fix: string
    readonly problems: readonly { file: string; place: string; message: string; fix: string }[]
  }
}

describe('a folder with ten mistakes', () => {
  it('gives ten messages, each with its file and what would fix it', async () => {
    const { cli } = served
    await cli.run(['init', 'wrong'])
    const file = (path: string) => join(cli.folder, 'wrong', path)
    await editFile(file('product.yaml'), (text) =>
      text
        .replace('currency: EUR', 'currency: EURO')
        .replace('Europe/Berlin', 'Europe/Berlim')
        .replace('policy_prefix: WRONG', 'policy_prefix: w')
        .replace('quote_valid_days: 30', 'quote_valid_days: 1000')
        .replace('offer_valid_days:', 'offer_valid_day:')
        .replace('type: single', 'type: sometimes')
        .replace('refund: pro_rata', 'refund: maybe'),
    )
    await editFile(file('quote.json'), (text) =>
      text.replace(', "validation": "string|required|in:europe,world"', ''),
    )
    await editFile(file('fields.json'), (text) => text.replace('"version": "1"', '"version": 1'))
    await editFile(file('tests/prices.yaml'), (text) =>
      text.replace('name: a day trip costs the minimum', 'name: a week in Europe'),
    )
    const { error } = await cli.json<FailureAnswer>(['validate', 'wrong'], { code: 1 })
    expect(error.message).toBe('wrong has 10 mistakes.')
    expect(error.problems).toHaveLength(10)
    expect(error.problems.every((problem) => problem.fix !== '')).toBe(true)

    for (const command of ['validate', 'test', 'plan', 'push']) {
      const { stderr, code } = await cli.run([command, 'wrong'])
      expect(code).toBe(1)
      for (const { message, fix } of error.problems) {
        expect(stderr).toContain(message)
        expect(stderr).toContain(fix)
      }
    }
    const priced = await cli.run(['price', 'wrong', '--input', '-'], { input: '{}' })
    expect(priced.code).toBe(1)
    expect(priced.stdout).toContain('The folder has mistakes.')
  })
})

describe('exit codes', () => {
  it('name a server that cannot be reached (3)', async () => {
    const env = { BINDERY_URL: `http://127.0.0.1:${await freePort()}` }
    for (const words of [
      ['products', 'list'],
      ['push', 'travel'],
    ]) {
      const { stderr, code } = await served.cli.run(words, { env })
      expect(stderr).toContain(`No answer from ${env.BINDERY_URL}`)
      expect(stderr).toContain('npm start')
      expect(code).toBe(3)
    }
    expect(await served.cli.json(['doctor'], { env, code: 3 })).toMatchObject({
      healthy: false,
      checks: [{ state: 'ok' }, { name: 'server', state: 'failed' }],
    })
  })

  it.each([
    [['nonsense'], "unknown command 'nonsense'"],
    [['push'], "missing required argument 'folder'"],
    [['push', 'travel', '--publich'], '(Did you mean --publish?)'],
    [['price', 'travel'], "required option '--input <file>' not specified"],
    [['price', 'travel', '--input', 'missing.json'], 'missing.json cannot be read.'],
    [['events', '--limit', 'many'], 'Write a whole number from 1 to 10000.'],
    [['policies', 'find', '--from', 'yesterday'], 'Write a day such as 2027-01-31.'],
    [['policies', 'find', '--until', '2027-02-30'], 'Write a day such as 2027-01-31.'],
    [['policies', 'cancel', 'X', '--date', '30.6.27', '--reason', 'x'], 'Write a day such as'],
    [['accounts', 'create', 'North Brokers'], 'lower-case letters, digits and dashes'],
    [['keys', 'create', '--kind', 'golden', '--name', 'x'], 'Allowed choices are public, secret.'],
    [['validate', 'nowhere'], 'Create one with: bindery init nowhere'],
    [['validate', '.'], 'it has no product.yaml'],
    [['init', '123'], 'begins with a letter'],
    [['init', 'new', '--currency', 'CHF'], '--currency can only be used with --from.'],
    [['init', 'new', '--time-zone', 'UTC', '--language', 'de'], '--time-zone, --language can only'],
    [['init', 'new', '--input', 'a=Q!B3', '--output', 'b=Q!B9'], '--input, --output can only'],
    [['init', 'new', '--tax-rate', '0', '--amounts', 'minor'], '--tax-rate, --amounts can only'],
    [['products', 'list', '--url', 'somewhere'], '--url is not a web address: somewhere'],
    [['products', 'list', '--key', 'pk_test_x'], '--key does not hold a secret key.'],
    [['products', 'list', '--live'], 'BINDERY_KEY holds a key for test mode.'],
  ])('explain wrong usage (2): %j', async (words, message) => {
    const { stderr, code } = await served.cli.run(words)
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })

  it('show what the server refuses (1)', async () => {
    const { cli } = served
    await writeFile(join(cli.folder, 'towns.csv'), 'code,city\nA,Ulm\n')
    for (const [words, message, fix] of [
      [
        ['products', 'show', 'boat'],
        'There is no product boat.',
        'Products on the server: bike, cyber, cyber-formula.',
      ],
      [
        ['pull', 'bike', '--version', '9'],
        'bike has no version 9.',
        'Its versions: 1, live and newest.',
      ],
      [['publish', 'prv_0'], 'Product version prv_0 was not found.', 'bindery products show'],
      [['policies', 'show', 'CYB-00000000'], 'There is no policy', 'bindery policies find'],
      [['keys', 'revoke', 'key_0'], 'Key key_0 was not found.', 'bindery keys list'],
      [['keys', 'rotate', 'key_0'], 'Key key_0 was not found.', 'bindery keys list'],
      [['dataset', 'show', 'moon'], 'Dataset moon was not found.', 'bindery dataset list'],
      [['dataset', 'export', 'moon'], 'Dataset moon was not found.', 'bindery dataset list'],
      [['policies', 'find', '--status', 'lost'], 'The parameter status must be one of', ''],
      [
        ['dataset', 'import', 'towns', 'towns.csv'],
        'no dataset towns yet',
        '--key-field is missing.',
      ],
      [['accounts', 'create', 'alpine-brokers'], 'already have an account', 'Choose another key.'],
      [['init', 'travel'], 'travel is not empty.', 'does not exist yet'],
    ] as const) {
      const { stderr, code } = await cli.run(words)
      expect(stderr).toContain(message)
      expect(stderr).toContain(fix)
      expect(code).toBe(1)
    }
  })

  it('refuse a page of some other server (1)', async () => {
    const other = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<html>It works!</html>')
    })
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo // It listens on a port, not on a pipe.
    const env = { BINDERY_URL: `http://127.0.0.1:${port}` }
    for (const words of [
      ['doctor'],
      ['keys', 'revoke', 'key_0'],
      ['keys', 'create', '--kind', 'secret', '--name', 'x'],
      ['accounts', 'create', 'x'],
      ['push', 'travel'],
      ['dataset', 'export', 'companies', '--out', 'companies.csv'],
    ]) {
      const { stdout, stderr, code } = await served.cli.run(words, { env })
      expect(stdout + stderr).toMatch(/The server answered text\/html instead of /)
      expect(stdout + stderr).toContain('Check that this is the address of a Bindery server.')
      expect(code).toBe(1)
    }
    expect(await readdir(served.cli.folder)).not.toContain('companies.csv')
    other.close()
  })

  it('are JSON for programs too, whatever is wrong', async () => {
    expect(await served.cli.json(['push'], { code: 2 })).toMatchObject({
      error: { message: "error: missing required argument 'folder'", exit_code: 2 },
    })
  })
})

describe('a key', () => {
  it('that the server does not know is refused, and the doctor says so', async () => {
    const env = { BINDERY_KEY: 'sk_test_0123456789' }
    const { stderr, code } = await served.cli.run(['products', 'list'], { env })
    expect(stderr).toContain('Check --key, BINDERY_KEY or demo.json.')
    expect(code).toBe(1)
    const { checks } = await served.cli.json<{ checks: unknown[] }>(['doctor'], { env, code: 1 })
    expect(checks.at(-1)).toMatchObject({ name: 'key', state: 'failed' })
  })

  it('of a distributor cannot manage', async () => {
    const env = { BINDERY_KEY: served.platform.demo.keys.test.secret }
    const { stderr, code } = await served.cli.run(['push', 'travel'], { env })
    expect(stderr).toContain('it is not the key of an insurer')
    expect(code).toBe(1)
  })

  it('comes from demo.json where nothing else names one, and leaves this machine for no other', async () => {
    const { cli, platform, url } = served
    await mkdir(join(cli.folder, '.data'))
    const { insurer } = platform.demo
    await writeFile(
      join(cli.folder, '.data', 'demo.json'),
      JSON.stringify({ base_url: url, insurer }),
    )
    const env = { BINDERY_URL: '', BINDERY_KEY: '' }
    const { checks } = await cli.json<{ checks: { message: string }[] }>(['doctor', '--live'], {
      env,
    })
    expect(checks[0]?.message).toContain(`${url} from .data/demo.json, live key`)
    const under = join('products', 'motor')
    await mkdir(join(cli.folder, under), { recursive: true })
    const below = await cli.json<{ checks: { message: string }[] }>(['doctor'], { env, under })
    expect(below.checks[0]?.message).toContain(`${url} from ../../.data/demo.json, test key`)
    const abroad = await cli.run(['products', 'list', '--url', 'http://insurer.example'], { env })
    expect(abroad.stderr).toContain('No key is configured.')
    expect(abroad.code).toBe(2)
    const nowhere = { ...env, DATA_DIR: 'elsewhere' }
    const { stderr, code } = await cli.run(['products', 'list'], { env: nowhere })
    expect(stderr).toContain('No server is configured.')
    expect(stderr).toContain('npm start')
    expect(code).toBe(2)
    expect(await cli.json(['doctor'], { env: nowhere, code: 2 })).toMatchObject({
      healthy: false,
      checks: [{ name: 'configuration', state: 'failed', message: 'No server is configured.' }],
    })
  })
})

describe('what is read and written', () => {
  it('leaves dotfiles and links at home', async () => {
    const { cli } = served
    await cli.run(['init', 'linked'])
    const folder = join(cli.folder, 'linked')
    const own = await filesIn(folder)
    await writeFile(join(folder, '.secret'), 'mine')
    await symlink(join(folder, '.secret'), join(folder, 'link.txt'))
    await cli.run(['push', 'linked'])
    const pulled = await cli.json<{ written: string[] }>(['pull', 'linked', 'pulled'])
    expect(pulled.written.toSorted()).toEqual(own.toSorted())
  })

  it('has colours on a terminal alone, and none where nobody wants them', async () => {
    const { cli } = served
    const plain = await cli.run(['products', 'list'])
    expect(plain.stdout).not.toContain('\u001B[')
    const coloured = await cli.run(['products', 'list'], { env: { FORCE_COLOR: '1' } })
    expect(coloured.stdout).toContain('\u001B[')
    const unwanted = { FORCE_COLOR: '1', NO_COLOR: '1' }
    expect((await cli.run(['products', 'list'], { env: unwanted })).stdout).not.toContain('\u001B[')
  })
})

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}
