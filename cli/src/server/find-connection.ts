import { access, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Failure, exitCodes } from '../failure.ts'
import { modeOf } from './mode-of.ts'

export interface ConnectionOptions {
  readonly url?: string
  readonly key?: string
  readonly live?: boolean
}

/** The server and the key, and where each was found. */
export interface Connection {
  readonly url: string
  readonly urlFrom: string
  readonly key: string
  readonly keyFrom: string
  /** The public keys of the same mode that the demo has; none for another server. */
  readonly publicKeys: readonly string[]
}

interface DemoFile {
  readonly base_url: string
  readonly keys: Readonly<Record<'test' | 'live', { readonly public: string }>>
  readonly other: { readonly test: { readonly public: string } }
  readonly insurer: Readonly<Record<'test' | 'live', { readonly secret: string }>>
}

/** Options take precedence over the environment, and that over the demo of a first start. */
export async function findConnection(
  options: ConnectionOptions,
  env: NodeJS.ProcessEnv,
): Promise<Connection> {
  const demoPath = await findDemo(env)
  const demo = await readDemo(demoPath)
  const url = firstOf(
    ['--url', options.url],
    ['BINDERY_URL', env['BINDERY_URL']],
    [demoPath, demo?.base_url],
  )
  if (url === null) throw unknown('server', 'BINDERY_URL to its address', demoPath)
  assertAddress(url)
  const mode = options.live === true ? 'live' : 'test'
  const mayUseDemoKey = demo !== null && isSameMachine(url.value, demo.base_url)
  const key = firstOf(
    ['--key', options.key],
    ['BINDERY_KEY', env['BINDERY_KEY']],
    [demoPath, mayUseDemoKey ? demo.insurer[mode].secret : undefined],
  )
  if (key === null)
    throw unknown('key', "BINDERY_KEY to an insurer's secret key or a personal token", demoPath)
  assertSecret(key, mode)
  return {
    url: url.value.replace(/\/+$/, ''),
    urlFrom: url.from,
    key: key.value,
    keyFrom: key.from,
    publicKeys: mayUseDemoKey ? publicKeysOf(demo, key.value) : [],
  }
}

/** Empty where the file holds only the keys of the insurer. */
function publicKeysOf({ keys, other }: Partial<DemoFile>, secretKey: string): string[] {
  const found =
    modeOf(secretKey) === 'live' ? [keys?.live.public] : [keys?.test.public, other?.test.public]
  return found.filter((key) => key !== undefined)
}

interface Found {
  readonly from: string
  readonly value: string
}

function firstOf(...places: readonly (readonly [string, string | undefined])[]): Found | null {
  const found = places.find(([, value]) => value !== undefined && value !== '')
  return found?.[1] === undefined ? null : { from: found[0], value: found[1] }
}

/** In DATA_DIR, or else in `.data` of this folder or of the nearest folder above that has one. */
async function findDemo(env: NodeJS.ProcessEnv): Promise<string> {
  const named = env['DATA_DIR']
  if (named) return join(named, 'demo.json')
  const below = join('.data', 'demo.json')
  for (let above = ''; ; above = join(above, '..')) {
    const path = join(above, below)
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
    // The root is above itself.
    if (resolve(above) === resolve(above, '..')) return below
  }
}

async function readDemo(path: string): Promise<DemoFile | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return JSON.parse(text) as DemoFile // The platform wrote it, in this shape.
  } catch (cause) {
    const fix = 'Remove it and set BINDERY_URL and BINDERY_KEY instead.'
    throw new Failure(exitCodes.usage, `${path} cannot be read as JSON.`, fix, { cause })
  }
}

/** The demo's key is sent only to the demo's server or to this machine. */
function isSameMachine(url: string, demoUrl: string): boolean {
  const { host, hostname } = URL.parse(url) ?? { host: '', hostname: '' }
  return host === URL.parse(demoUrl)?.host || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}

function assertAddress({ value, from }: Found): void {
  const protocol = URL.parse(value)?.protocol
  if (protocol === 'http:' || protocol === 'https:') return
  const fix = 'Write an address such as http://127.0.0.1:8080.'
  throw new Failure(exitCodes.usage, `${from} is not a web address: ${value}`, fix)
}

function assertSecret({ value, from }: Found, mode: 'test' | 'live'): void {
  if (!/^(?:sk|ut)_/.test(value)) {
    const fix =
      "Use an insurer's secret key, which begins with sk_, or a personal token, which begins with ut_."
    throw new Failure(exitCodes.usage, `${from} does not hold a secret key.`, fix)
  }
  if (mode === 'live' && modeOf(value) === 'test') {
    const fix = 'Leave --live out, or use a key that begins with sk_live_ or ut_live_.'
    throw new Failure(exitCodes.usage, `${from} holds a key for test mode.`, fix)
  }
}

function unknown(what: string, variable: string, demoPath: string): Failure {
  return new Failure(
    exitCodes.usage,
    `No ${what} is configured.`,
    `Set ${variable}, or start the platform here with npm start, which writes ${demoPath}.`,
  )
}
