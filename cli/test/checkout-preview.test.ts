import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@bindery/sdk'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openPreview } from '../src/checkout/open-preview.ts'
import { editFile } from './support/edit-file.ts'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
})
afterAll(() => served.close())

const bike = fileURLToPath(new URL('../../examples/bike/', import.meta.url))

it('takes a server that is away for no mistake of the folder', async () => {
  const secretKey = served.platform.demo.insurer.test.secret
  let isAway = false
  const client = createClient({
    baseUrl: served.url,
    secretKey,
    retries: 0,
    fetch: (...call) => (isAway ? Promise.reject(new TypeError('fetch failed')) : fetch(...call)),
  })
  const preview = await openPreview(client, bike)
  isAway = true
  await preview.refresh()
  expect(preview.shown()).toMatchObject({ kind: 'mistakes', isTemporary: true })
  isAway = false
  await preview.refresh()
  expect(preview.shown()).toMatchObject({ kind: 'what-if' })
  await preview.close()
})

it('shows a folder as a page, updated with every save, with its mistakes', async () => {
  const { cli } = served
  await cp(bike, join(cli.folder, 'bike'), { recursive: true })
  const preview = cli.start(['checkout', 'preview', 'bike', '--port', '0', '--language', 'de'])
  const { url } = (await preview.printed) as { url: string }
  expect(url).toMatch(/^http:\/\/localhost:\d+\/$/)
  const page = async () => (await fetch(url)).text()
  const attributeIn = (html: string, name: string) =>
    new RegExp(`${name}="([^"]+)"`).exec(html)?.[1] ?? ''
  const before = await page()
  const [key, integration] = [attributeIn(before, 'public-key'), attributeIn(before, 'integration')]
  const version = attributeIn(before, 'version')
  // The form of the draft, as the page asks for it, from a page that the product does not list.
  const form = await fetch(
    `${url}integrations/${integration}/form?key=${key}&product_version_id=${version}&live_integration=false`,
    { headers: { origin: new URL(url).origin } },
  )
  expect(await form.json()).toMatchObject({ product_version_id: version })

  const changes = (await fetch(`${url}changes`)).body?.getReader()
  const nextMessage = async () => Buffer.from((await changes?.read())?.value ?? []).toString()
  expect(await nextMessage()).toBe(': here\n\n')
  await editFile(join(cli.folder, 'bike', 'checkout.yaml'), (text) =>
    text.replace('de: Kaufpreis', 'de: Gekauft für'),
  )
  expect(await nextMessage()).toContain('data: changed')
  expect(attributeIn(await page(), 'version')).not.toBe(version)

  await editFile(join(cli.folder, 'bike', 'product.yaml'), (text) => `${text}colour: red\n`)
  await vi.waitFor(async () => expect(await page()).toContain('This folder cannot be shown yet'))
  expect(await page()).toContain('colour')
  await editFile(join(cli.folder, 'bike', 'product.yaml'), (text) =>
    text.replace('colour: red\n', ''),
  )
  await vi.waitFor(async () => expect(await page()).toContain('<bindery-checkout'))

  const hasKey = async () =>
    (await cli.json<{ name: string }[]>(['keys', 'list'])).some(
      ({ name }) => name === 'checkout preview',
    )
  expect(await hasKey()).toBe(true)
  expect(await preview.end()).toBe(0)
  expect(await hasKey()).toBe(false)
})
