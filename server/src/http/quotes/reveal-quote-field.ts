import { explainQuote } from '../../management/index.ts'
import { marksOf } from '../../products/index.ts'
import { quoteNotFound } from '../../quotes/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addReveal } from '../reveal/add-reveal.ts'
import { revealedQuoteFieldExample } from '../reveal/examples.ts'
import { revealQuoteFieldBody } from '../reveal/reveal.ts'
import { quoteParams, viewExplained } from './explained-quote.ts'

export function addRevealQuoteField(app: App, deps: HttpDeps): void {
  addReveal(app, deps, {
    name: 'quote',
    path: 'quotes',
    operationId: 'revealQuoteField',
    param: 'quoteId',
    id: quoteParams.properties.quoteId,
    body: revealQuoteFieldBody,
    revealed: revealedQuoteFieldExample,
    mistake: ['customer_input.compani', 'Did you mean customer_input.company?'],
    unknown: quoteNotFound,
    readBy: 'prices.explain',
    neverRevealed: null,
    async find(_server, reader, id) {
      const explained = await explainQuote(deps, reader, id)
      const marks = await marksOf(deps.catalogue, explained.quote)
      const { masked = [] } = viewExplained(explained, marks)
      return { record: explained.quote, whole: viewExplained(explained, null), masked }
    },
  })
}
