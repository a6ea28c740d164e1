import { execFile } from 'node:child_process'
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { npmCommand } from '@bindery/server/test/support/npm.ts'
import { removeFolder, temporaryFolder } from '@bindery/server/test/support/server-process.ts'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

interface Node {
  readonly version: string
  readonly file: string
  readonly flags: readonly string[]
}

/** Our own Node without type stripping, as older ones are; and the machine's, with which npm runs. */
const nodes: Node[] = [
  { version: process.versions.node, file: process.execPath, flags: ['--no-strip-types'] },
]
const machines = process.env['npm_node_execpath'] ?? process.execPath
const { stdout } = await run(machines, ['--version'])
const version = stdout.trim().slice(1)
if (version !== process.versions.node) nodes.push({ version, file: machines, flags: [] })

/** A folder outside of the repository, with all packages as `npm pack` makes them. */
let folder: string
let served: ServedPlatform
beforeAll(async () => {
  folder = await temporaryFolder()
  served = await servedPlatform()
  await npm(repository, 'run', 'packages', '--', '--pack-destination', folder)
  // As it is built: other tests read the scripts meanwhile, so they are not built anew.
  await npm(repository, 'pack', '-w', 'checkout', '--ignore-scripts', '--pack-destination', folder)
  const packed = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  await mkdir(join(folder, 'shop'))
  await writeFile(join(folder, 'shop', 'package.json'), '{"type": "module"}')
  // Without a network: no package may need another one.
  const files = packed.map((name) => join(folder, name))
  await npm(join(folder, 'shop'), 'install', '--offline', ...files)
})
afterAll(async () => {
  await served.close()
  await removeFolder(folder)
})

describe('installed outside of the repository', () => {
  it('the packages hold no TypeScript but declarations', async () => {
    const names = await readdir(shop('node_modules', '@bindery'), { recursive: true })
    expect(names).toContain(join('sdk', 'index.js'))
    expect(names).toContain(join('sdk', 'index.d.ts'))
    expect(names.filter((name) => /(?<!\.d)\.ts$/.test(name))).toEqual([])
    for (const name of names.filter((one) => /\.d\.ts$|\.js$/.test(one))) {
      const text = await readFile(shop('node_modules', '@bindery', name), 'utf8')
      expect(text).not.toMatch(/(?:from|import\()\s*['"]\.[^'"]*\.ts['"]/)
    }
  })

  it.each(nodes)('the SDK sells a policy on Node $version', async (node) => {
    await writeFile(shop('sell.js'), `${sale}\nconsole.log(policy.status)\n`)
    expect(await runOn(node, 'sell.js')).toBe('paid\n')
  })

  it('the SDK types a program, by its declarations alone', async () => {
    await writeFile(shop('sell.ts'), `${sale}\nconst status: string = policy.status\n`)
    await writeFile(shop('wrong.ts'), `${sale}\nconst status: number = policy.status\n`)
    expect(await typeErrors('sell.ts')).toBe('')
    expect(await typeErrors('wrong.ts')).toContain(
      "Type 'string' is not assignable to type 'number'",
    )
  })

  it('a bundler makes one file for a browser of it', async () => {
    await writeFile(
      shop('page.js'),
      "import { createClient } from '@bindery/sdk'\ncreateClient({})",
    )
    const options = { bundle: true, write: false, platform: 'browser', format: 'esm' } as const
    const { outputFiles } = await build({ ...options, entryPoints: [shop('page.js')] })
    expect(outputFiles[0]?.text).toContain('publicKey')
  })

  it('the checkout types pages for React and Vue, and is no burden to a server', async () => {
    for (const name of ['react', '@types/react', '@types/react-dom', 'csstype']) {
      await mkdir(join(shop('node_modules', name), '..'), { recursive: true })
      await symlink(join(repository, 'node_modules', name), shop('node_modules', name))
    }
    const guide = await readFile(join(repository, 'docs/guides/checkout.md'), 'utf8')
    const [, page = ''] = /```tsx\n(.*?)```/s.exec(guide) ?? []
    await writeFile(shop('page.tsx'), page)
    expect(await typeErrors('page.tsx')).toBe('')
    await writeFile(shop('keyless.tsx'), page.replace('public-key', 'key'))
    expect(await typeErrors('keyless.tsx')).toMatch(/public-key\W+ is missing/)
    await writeFile(shop('misheard.tsx'), page.replace('detail.insurer_policy_id', 'detail.number'))
    expect(await typeErrors('misheard.tsx')).toContain("Property 'number' does not exist")
    await mkdir(shop('node_modules', 'vue'))
    const globals = 'export interface GlobalComponents {}\n'
    await writeFile(shop('node_modules', 'vue', 'index.d.ts'), globals)
    await writeFile(shop('vue.ts'), vuePage)
    expect(await typeErrors('vue.ts')).toBe('')
    await writeFile(shop('wrong-vue.ts'), vuePage.replace("'public-key'", 'key'))
    expect(await typeErrors('wrong-vue.ts')).toContain("'key' does not exist")
    await writeFile(shop('rendered.js'), "import '@bindery/checkout'\nconsole.log('rendered')")
    expect(await runOn({ version: '', file: process.execPath, flags: [] }, 'rendered.js')).toBe(
      'rendered\n',
    )
  })

  it.each(nodes)(
    'the command line makes a product, checks it and shows what is on sale on Node $version',
    async (node) => {
      const bindery = shop('node_modules', '@bindery', 'cli', 'bin', 'bindery.js')
      const travel = `travel-${node.version}`
      expect(await runOn(node, bindery, '--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
      expect(await runOn(node, bindery, 'init', travel)).toContain(
        `The product folder ${travel} is created`,
      )
      expect(await runOn(node, bindery, 'test', travel)).toContain('5 cases passed.')
      expect(await runOn(node, bindery, 'products', 'list')).toContain('cyber')
    },
  )
})

const shop = (...names: string[]) => join(folder, 'shop', ...names)

async function npm(cwd: string, ...given: string[]): Promise<void> {
  const { file, words } = npmCommand(...given)
  await run(file, words, { cwd, env: { ...process.env, npm_config_audit: 'false' } })
}

async function runOn({ file, flags }: Node, ...words: string[]): Promise<string> {
  const { url, platform } = served
  const { demo } = platform
  const product = demo.products['bike']
  const { stdout } = await run(file, [...flags, ...words], {
    cwd: shop(),
    env: {
      BINDERY_URL: url,
      BINDERY_KEY: demo.insurer.test.secret,
      SECRET_KEY: demo.keys.test.secret,
      PRODUCT: JSON.stringify(product),
    },
  })
  return stdout
}

/** As the compiler of Vue's templates reads `<bindery-checkout>`, with as much of Vue as it asks for. */
const vuePage = `
import type { GlobalComponents } from 'vue'
import '@bindery/checkout/vue'
type Props = InstanceType<GlobalComponents['bindery-checkout']>['$props']
export const props: Props = {
  'public-key': 'pk_test_1',
  integration: 'in_1',
  onBinderyPurchase: ({ detail }) => detail.insurer_policy_id.length,
}
`

const sale = `
import { createClient } from '@bindery/sdk'
const env = globalThis.process.env
const { item_id, subscription_plan_id, integration_id, quote: data, policy: person } = JSON.parse(env.PRODUCT)
const client = createClient({ baseUrl: env.BINDERY_URL, secretKey: env.SECRET_KEY })
const quote = await client.quotes.create({ item_id, subscription_plan_id, integration_id, data })
const offer = await client.offers.create({ ...person, quote_token: quote.token })
const payment = { policy_id: offer.id, token: offer.payment_token, provider: 'invoice', method: 'invoice' }
await client.payments.create(payment)
const policy = await client.policies.get(offer.id)
`

/** What the compiler says of a file in a strict program that has no types of Node. */
async function typeErrors(name: string): Promise<string> {
  const declared = 'declare global { var process: { env: { [name: string]: any } } }\n'
  await writeFile(shop(name), `${declared}${await readFile(shop(name), 'utf8')}`)
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
  const tsc = join(compiler, '..', 'bin', 'tsc')
  const options = '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler'
  const words = [tsc, ...options.split(' '), '--types', '', '--lib', 'es2022,dom']
  words.push('--jsx', 'react-jsx', name)
  return run(process.execPath, words, { cwd: shop() }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}
