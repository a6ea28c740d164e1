import type { TestPlatform } from '../support/platform.ts'
import { testAddress } from '../support/test-start.ts'

/** The addresses of pay pages in what a customer reads, however its lines are broken. */
export function payPagesIn(text: string): string[] {
  const pattern = /https?:\/\/[\w.:]+\/pay\/tpol_\w{28}#[0-9a-f]{64}/g
  return [...new Set(text.replaceAll(/\s/g, '').match(pattern))]
}

/** Follows such an address: the page is there, and asks with the token for what it is paid for. */
export async function payPageAt({ app }: TestPlatform, href: string) {
  const [, policyId = '', token = ''] = /\/pay\/(\w+)#(\w+)$/.exec(href) ?? []
  const page = await app.inject({ url: href.replace(testAddress, '').replace(/#.*$/, '') })
  const asked = await app.inject({
    url: `/payment_links/${policyId}`,
    headers: { 'payment-token': token },
  })
  return { page: page.statusCode, shown: asked.json<Record<string, unknown>>() }
}
