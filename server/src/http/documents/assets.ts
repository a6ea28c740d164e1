import { type Static, Type } from 'typebox'
import { isId } from '../../kernel/index.ts'
import type { PolicyDocument } from '../../documents/index.ts'
import type { Links } from '../links.ts'
import { policyCoverSchema } from '../quotes/cover.ts'
import { named, oneOf, text, textOrNull } from '../wire/schema.ts'

export const assetSchema = Type.Object(
  {
    designation: text(
      'What the product calls it: `offer`, `policy`, `change`, `cancellation`, `invoice` or another.',
    ),
    name: text('How the document is called, in its language.'),
    extension: oneOf(['pdf'], 'What kind of file it is.'),
    language: text('The language of the customer, or the one that stands in for it.'),
    version_id: textOrNull(
      'The version of the policy that it belongs to; null where that is an invoice.',
    ),
    invoice_id: textOrNull('The invoice or credit note that it is; null for all others.'),
    href: text('Where the document itself is. Whoever has the link can read it.'),
  },
  { $id: 'Asset', description: 'A document of an offer or policy.' },
)

export const assetsSchema = Type.Object(
  {
    policy_id: text('The offer or policy.'),
    documents: Type.Array(named(assetSchema), {
      description: 'Its documents, the main one first. Empty while there are none.',
    }),
    cover: named(policyCoverSchema),
  },
  {
    $id: 'Assets',
    description: 'The documents of an offer or policy, and its days of cover.',
  },
)

export function viewAssets(
  documents: readonly PolicyDocument[],
  assetToken: string,
  to: Links,
): Static<typeof assetSchema>[] {
  return documents.map((document) => ({
    designation: document.designation,
    name: document.name,
    extension: 'pdf',
    language: document.language,
    ...subjectOf(document),
    href: to.document(document, assetToken).href,
  }))
}

/** What a document belongs to. */
export function subjectOf({ subjectId }: Pick<PolicyDocument, 'subjectId'>): {
  version_id: string | null
  invoice_id: string | null
} {
  return {
    version_id: isId('tpv', subjectId) ? subjectId : null,
    invoice_id: isId('bil', subjectId) ? subjectId : null,
  }
}
