import type { Answer } from '@bindery/sdk'
import { client } from '../api/client.ts'
import { defineWords, wordsNow } from '../words/language.ts'
import type { Command, Finder } from './commands.ts'

type Found = Answer<'searchEverything'>['results'][number]

const resultsMax = '20'

const searchWords = defineWords({
  en: {
    types: {
      policy: 'Policy',
      offer: 'Offer',
      customer: 'Customer',
      invoice: 'Invoice',
      payment: 'Payment',
      quote: 'Quote',
    },
  },
  de: {
    types: {
      policy: 'Vertrag',
      offer: 'Antrag',
      customer: 'Kunde',
      invoice: 'Rechnung',
      payment: 'Zahlung',
      quote: 'Tarifberechnung',
    },
  },
})

/** What the server finds: it opens what is found. */
export function searchOnServer(open: (path: string) => void): Finder {
  return async (text, signal) => {
    const { results } = await client.call('searchEverything', {
      query: { q: text, limit: resultsMax },
      signal,
    })
    return results.map((found) => commandOf(found, open))
  }
}

function commandOf(found: Found, open: (path: string) => void): Command {
  const words = wordsNow(searchWords)
  const name = `${found.first_name ?? ''} ${found.last_name ?? ''}`.trim()
  const group = words.types[found.type]
  return {
    id: `${found.type} ${found.id}`,
    group,
    title: [found.number, name].filter(Boolean).join(' · ') || found.id,
    hint: [group, found.email].filter(Boolean).join(' · '),
    run: () => open(pathOf(found)),
  }
}

function pathOf({ type, id, policy_id, number }: Found): string {
  switch (type) {
    case 'policy':
    case 'offer':
      return `/policies/${id}`
    case 'customer':
      return `/customers/${id}`
    case 'invoice':
      return `/invoices?number=${encodeURIComponent(number ?? '')}`
    case 'payment':
      return `/policies/${policy_id ?? ''}`
    case 'quote':
      return `/quotes?id=${id}`
  }
}
