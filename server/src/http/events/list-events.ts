import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from '../wire/type.ts'
import { didYouMean, isId } from '../../kernel/index.ts'
import {
  type EventType,
  type FeedEvent,
  type FeedOwner,
  eventTypes,
  feedOwner,
  orderEvents,
  searchEvents,
  selectFeed,
  selectPosition,
} from '../../events/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { eventSchema, viewEvent } from './event.ts'
import { eventsExample } from './examples.ts'
import { addPageLinks, pageOf, pageParameters, readPage, pageErrors } from '../query/page.ts'
import { given } from '../query/sale-filters.ts'
import { wrongParameter } from '../query/reasons.ts'
import { unknownCursor, unknownEventType } from './reasons.ts'

/** Before the first event. */
const start = 'start'
const catalogue = 'openapi.json lists all event types under webhooks.'
const leftOut = 'left out when after is sent'

export function addListEvents(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/events',
    {
      config: {
        access: 'shared',
        refuses: [
          ...pageErrors,
          wrongParameter.listed({
            label: 'search_in_feed',
            when: 'A filter was sent with `after`: the feed cannot be filtered.',
            example: ['type', leftOut],
          }),
          unknownCursor,
          unknownEventType,
        ],
      },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'The events of sales and products, in the mode of the key: all events for an ' +
          'insurer, those of its own sales for a distributor. Newest first. The header ' +
          '`Link` has the next and previous page.\n\nWith `after` it is a feed: oldest ' +
          'first, from that event on. The header `Link` always has the next page, even if ' +
          'there are no further events yet: store its address and continue there later. ' +
          'The feed skips no event: one that is committed late appears late. The events of ' +
          'one policy appear in the order of their `sequence`.',
        tags: ['Management'],
        querystring: Type.Object({
          ...pageParameters,
          after: Type.Optional(
            Type.String({
              description:
                'The id of the last event that you have read: the feed continues after it. ' +
                `\`${start}\` begins with the first event.`,
            }),
          ),
          subject_id: Type.Optional(
            Type.String({ description: 'Of this policy, payment or product.' }),
          ),
          type: Type.Optional(Type.String({ description: 'Of this type.' })),
        }),
        response: {
          200: pageOf(eventSchema, 'A page of events.', eventsExample),
        },
      },
    },
    async (request, reply) => {
      const owner = feedOwner(callerOf(request))
      const page = readPage(request.query)
      const { after, subject_id: subjectId = null } = request.query
      if (after !== undefined) {
        assertNoSearch(request.query)
        const events = await readFeed(deps, owner, after, page.limit)
        addNextLink(request, reply, events.at(-1)?.id ?? after, deps.publicUrl)
        return events.map(viewEvent)
      }
      const type = readType(given(request.query.type))
      const found = await searchEvents(deps.db, { owner, subjectId, type }, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewEvent)
    },
  )
}

function readType(text: string | null): EventType | null {
  if (text === null) return null
  const type = eventTypes.find((one) => one === text)
  if (type === undefined) throw unknownEventType(text, didYouMean(text, eventTypes) ?? catalogue)
  return type
}

function assertNoSearch(query: object): void {
  const names = ['starting_after', 'ending_before', 'order', 'subject_id', 'type']
  const searched = names.find((name) => Object.hasOwn(query, name))
  if (searched !== undefined) throw wrongParameter(searched, leftOut)
}

/** Assigns positions first, so that all committed events are in the feed. */
async function readFeed(
  { db }: HttpDeps,
  owner: FeedOwner,
  after: string,
  limit: number,
): Promise<FeedEvent[]> {
  await orderEvents(db)
  return selectFeed(db, { owner, after: await positionOf(db, owner, after), limit })
}

async function positionOf(db: HttpDeps['db'], owner: FeedOwner, after: string): Promise<number> {
  if (after === start) return 0
  const position = isId('evt', after) ? await selectPosition(db, owner, after) : undefined
  if (position === undefined) throw unknownCursor(after)
  return position
}

function addNextLink(
  request: FastifyRequest,
  reply: FastifyReply,
  after: string,
  publicUrl: string,
): void {
  const url = new URL(request.url, publicUrl)
  url.searchParams.set('after', after)
  reply.header('link', `<${publicUrl}${url.pathname}${url.search}>; rel="next"`)
}
