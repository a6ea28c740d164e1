import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** What the SDK may use: all browsers have it, also on pages without TLS. */
const browserGlobals = {
  AbortSignal,
  Blob,
  Headers,
  ReadableStream,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearTimeout,
  crypto: { getRandomValues: crypto.getRandomValues.bind(crypto) },
  performance,
  setTimeout,
}

describe('the SDK', () => {
  it('sells in a browser, where there is nothing of Node', async () => {
    const asked: unknown[] = []
    const found: unknown = await runInNewContext(
      `${await bundled()}
      sdk.createClient({ baseUrl: 'http://bindery.test', publicKey: 'pk_test_1' })
        .quotes.create({ item_id: 'i', subscription_plan_id: 'p', integration_id: 'n', data: {} })`,
      {
        ...browserGlobals,
        fetch: (url: string) => {
          asked.push(url)
          return Promise.resolve(Response.json({ token: 'a token' }))
        },
      },
    )
    expect(asked).toEqual(['http://bindery.test/quotes?key=pk_test_1'])
    expect(found).toMatchObject({ token: 'a token' })
  })

  it('imports a file that somebody chose in a browser', async () => {
    const sent: unknown[] = []
    await runInNewContext(
      `${await bundled()}
      sdk.createClient({ baseUrl: 'http://bindery.test', secretKey: 'sk_test_1' })
        .manage.datasets.import('towns', new Blob(['code']), { keyField: 'code' })`,
      {
        ...browserGlobals,
        fetch: (url: string, { body }: RequestInit) => {
          sent.push(url, body)
          return Promise.resolve(Response.json({ added: 1 }))
        },
      },
    )
    expect(sent[0]).toBe('http://bindery.test/manage/datasets/towns/import?key_field=code')
    expect(sent[1]).toBeInstanceOf(Blob)
  })
})

async function bundled(): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'sdk',
    write: false,
  })
  return result.outputFiles[0]?.text ?? ''
}
