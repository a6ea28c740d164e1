import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { madeOffer, offerAssets, sellerOn } from '@bindery/server/test/builders/sale.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
})
afterAll(() => served.close())

it('bindery evidence bundle writes what proves a policy into one file', async () => {
  const { cli, platform } = served
  const { id } = await madeOffer(sellerOn(platform))
  const file = join(cli.folder, 'court.tar')
  const bundle = ['evidence', 'bundle', id, '--out', file]
  expect(await cli.run(bundle)).toMatchObject({ code: 2 })
  const reason = ['--reason', 'Lawsuit 4 C 211/27.']
  const written = await cli.run([...bundle, ...reason])
  expect([written.code, written.stdout]).toEqual([0, expect.stringContaining('README.txt')])
  const { stdout } = await promisify(execFile)('tar', ['-tf', file])
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining(['README.txt', 'LIESMICH.txt', 'events/list.txt', 'SHA256SUMS']),
  )
  expect((await readFile(file)).length % 512).toBe(0)
  const unknown = await cli.run(['evidence', 'bundle', 'TRV-0', ...reason])
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('policies find')])
})

it('bindery policies handover shows what was handed over, when, how, and its hash', async () => {
  const { cli, platform } = served
  const offer = await madeOffer(sellerOn(platform, { product: 'bike' }))
  const show = ['policies', 'handover', offer.id]
  const before = await cli.run(show)
  expect([before.code, before.stdout]).toEqual([
    0,
    expect.stringContaining('Not handed over: ipid, terms.'),
  ])
  const { pathname, search } = new URL(offerAssets(offer))
  const path = pathname.replace(/\/assets$/, '/handover') + search
  const { documents } = (await platform.app.inject(path)).json<{
    documents: { designation: string; href: string }[]
  }>()
  const [{ href } = { href: '' }] = documents
  const { pathname: file, search: token } = new URL(href)
  const headers = { accept: 'application/pdf' }
  let opened = await platform.app.inject({ url: file + token, headers })
  while (opened.statusCode === 202) {
    await platform.runDue(['make_documents'])
    opened = await platform.app.inject({ url: file + token, headers })
  }
  expect(opened.statusCode).toBe(200)
  const hash = createHash('sha256').update(opened.rawPayload).digest('hex')
  const { stdout } = await cli.run(show)
  expect(stdout).toMatch(new RegExp(`ipid +fr +20\\S+ +download +${hash}`))
  expect(stdout).toContain('Not handed over: terms.')
})
