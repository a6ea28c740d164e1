import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import {
  type SavedView,
  refusalOfChange,
  viewCountMax,
  viewedLists,
} from '../../saved-views/index.ts'
import { callerOf } from '../access/access.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import { ids } from '../wire/example-ids.ts'
import {
  flag,
  oneOf,
  orNull,
  pathId,
  text,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { changeViewExample, saveViewExample, viewExample } from './examples.ts'
import { showsCount } from './read-query.ts'

export const viewParams = Type.Object({ viewId: pathId('The view.', ids.savedView) })

const name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'What it is called. Do not include personal data.',
})
const query = Type.String({
  maxLength: 2_000,
  description:
    'The filters of the list as its query, such as `product_id=cyber&status=paid`. Pages, names and ' +
    'e-mail addresses are refused.',
})
const columns = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 50,
  description: 'The columns in their order; those of the list by default.',
})
const shared = flag('Whether everybody of the account sees it; nobody else by default.')

export const saveViewBody = Type.Object(
  {
    list: oneOf(viewedLists, 'The list.'),
    name,
    query,
    columns: Type.Optional(columns),
    shared: Type.Optional(shared),
  },
  { $id: 'SaveView', examples: [saveViewExample] },
)

export const changeViewBody = Type.Object(
  {
    name: Type.Optional(name),
    query: Type.Optional(query),
    columns: Type.Optional(columns),
    shared: Type.Optional(shared),
  },
  { $id: 'ChangeView', examples: [changeViewExample] },
)

export const savedViewSchema = Type.Object(
  {
    id: text('The view.'),
    livemode: flag('True for live, false for test.'),
    list: oneOf(viewedLists, 'The list.'),
    name: text('What it is called.'),
    query: text('The filters of the list as its query.'),
    columns: orNull(
      Type.Array(Type.String(), { description: 'The columns in their order.' }),
      'The columns in their order; null for those of the list.',
    ),
    shared: flag('Whether everybody of the account sees it.'),
    owner_id: text('The key or the person that saved it.'),
    count: orNull(
      Type.Integer({ description: 'How many rows it has.' }),
      `How many rows it has, up to ${viewCountMax}, as a job counted last. Null for lists that are ` +
        'not counted, before the first count, and for callers who see some rows only.',
    ),
    count_is_capped: flag('Whether there are more than that.'),
    counted_at: timestampOrNull('When it was counted; null where there is no count.'),
    created_at: timestampText('When it was saved.'),
    allowed: allowed('change', 'remove'),
  },
  {
    $id: 'SavedView',
    description: 'A list with its filters, as somebody wants to see it again.',
    examples: [viewExample],
  },
)

/** Views a view for whoever made the request. */
export function viewerOfViews(request: FastifyRequest) {
  const caller = callerOf(request)
  return (view: SavedView): Static<typeof savedViewSchema> => {
    const isCounted = showsCount(caller, view.list)
    const refusal = refusalOfChange(caller, view)
    return {
      id: view.id,
      livemode: view.livemode,
      list: view.list,
      name: view.name,
      query: view.query,
      columns: view.columns && [...view.columns],
      shared: view.isShared,
      owner_id: view.ownerId,
      count: isCounted ? view.count : null,
      count_is_capped: isCounted && view.isCapped,
      counted_at: isCounted && view.countedAt !== null ? timestamp(view.countedAt) : null,
      created_at: timestamp(view.createdAt),
      allowed: viewAllowed(request, {
        change: ['changeView', refusal],
        remove: ['removeView', refusal],
      }),
    }
  }
}
