import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { isId } from '../../kernel/index.ts'
import type { PolicyDocument } from '../../documents/index.ts'
import type { Links } from '../links.ts'
import { policyCoverSchema } from '../quotes/cover.ts'
import { named, oneOf, text, textOrNull } from '../wire/schema.ts'
import { personal } from '../wire/personal.ts'

export const assetSchema = Type.Object(
  {
    designation: text(
      'The designation of the document in the product, for example `offer`, `policy`, ' +
        '`cancellation` or `invoice`.',
    ),
    name: text('The name of the document, in its language.'),
    extension: oneOf(['pdf'], 'The file extension.'),
    language: text(
      'The language of the document: that of the customer, or the default language of the product.',
    ),
    version_id: textOrNull(
      'The version of the policy that the document belongs to; null for a document of an ' +
        'invoice.',
    ),
    invoice_id: textOrNull(
      'The invoice or credit note that the document shows; null for other documents.',
    ),
    href: personal(
      text(
        'The address of the document. It needs no key: anybody with the link can read the document.',
      ),
    ),
  },
  { $id: 'Asset', description: 'A document of an offer or policy.' },
)

export const assetsSchema = Type.Object(
  {
    policy_id: text('The offer or policy.'),
    documents: Type.Array(named(assetSchema), {
      description: 'The documents, the main one first; empty if there are none.',
    }),
    cover: named(policyCoverSchema),
  },
  {
    $id: 'Assets',
    description: 'The documents of an offer or policy, and its period of cover.',
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
