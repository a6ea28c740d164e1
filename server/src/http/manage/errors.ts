import type { FieldError } from '../../kernel/index.ts'
import { refused } from '../wire/error-example.ts'
import type { ErrorExample } from '../wire/error-example.ts'
import { errorResponses } from '../wire/error.ts'
import { ids } from '../wire/examples/ids.ts'
import { accountIds } from './examples/accounts.ts'
import { bookCheckIds } from './examples/book-checks.ts'
import { productIds } from './examples/products.ts'

const notAnInsurer = refused(
  'not_permitted',
  'not_an_insurer',
  "The secret key is a distributor's; only an insurer manages.",
  '',
)

/** What a route of the Management API refuses; each of them is for insurers only. */
export const managementErrors = (...own: readonly ErrorExample[]) =>
  errorResponses(notAnInsurer, ...own)

const invalidMember = (summary: string, ...errors: readonly FieldError[]) =>
  refused('validation_failed', 'invalid_member', summary, 'Data validation failed.', errors)
const notFound = (name: string, summary: string, message: string) =>
  refused('not_found', name, summary, message)

/** What POST /manage/distributors refuses. */
export const createDistributorErrors = [
  invalidMember(
    'Members of the body are missing or not as described.',
    {
      code: 'invalid_value',
      field: 'key',
      rules: ['regex'],
      params: { regex: ['^[a-z][a-z0-9-]*$'] },
    },
    { code: 'required', field: 'name', rules: ['required'] },
  ),
  refused(
    'validation_failed',
    'key_taken',
    'Another account of yours has this key.',
    'You already have an account with the key alpine-brokers.',
    [{ code: 'invalid_value', field: 'key', rules: ['unique'] }],
  ),
]

/** What POST /manage/keys refuses. */
export const createKeyErrors = [
  invalidMember(
    'Members of the body are missing or not as described.',
    {
      code: 'invalid_value',
      field: 'kind',
      rules: ['in'],
      params: { in: ['public', 'secret'] },
    },
    { code: 'required', field: 'name', rules: ['required'] },
  ),
  notFound(
    'account',
    'There is no such account, or you do not manage it.',
    `Account ${accountIds.newDistributor} was not found.`,
  ),
]

/** What POST /manage/access_tokens refuses. */
export const createTokenErrors = [
  invalidMember('The name is missing.', {
    code: 'required',
    field: 'name',
    rules: ['required'],
  }),
  ...createKeyErrors.filter(({ name }) => name === 'account'),
]

export const keyNotFound = notFound(
  'key',
  'There is no such key, or you do not manage its account.',
  `Key ${accountIds.key} was not found.`,
)

/** What POST /manage/keys/{keyId}/rotate refuses. */
export const rotateKeyErrors = [
  invalidMember('The overlap is too long.', {
    code: 'invalid_value',
    field: 'overlap_hours',
    rules: ['max'],
    params: { max: ['720'] },
  }),
  refused(
    'validation_failed',
    'key_revoked',
    'A revoked key is gone for good.',
    `Key ${accountIds.key} is revoked. Create a new key instead.`,
  ),
  keyNotFound,
]

/** What every call refuses that takes a product folder. */
export const folderErrors = [
  invalidMember('The files are missing.', {
    code: 'required',
    field: 'files',
    rules: ['required'],
  }),
  refused(
    'validation_failed',
    'not_base64',
    'The content of a file cannot be read.',
    'The content of product.yaml is not base64.',
    [{ code: 'invalid_value', field: 'files.product.yaml', rules: ['base64'] }],
  ),
  refused(
    'validation_failed',
    'no_file_name',
    'A part of a multipart body has no file name.',
    'The part files has no file name. Send its path in the folder as filename.',
    [{ code: 'invalid_value', field: 'files', rules: ['file_name'] }],
  ),
  refused(
    'validation_failed',
    'file_twice',
    'Two parts of a multipart body have one file name.',
    'There are two files product.yaml.',
    [{ code: 'invalid_value', field: 'files.product.yaml', rules: ['unique'] }],
  ),
  refused(
    'malformed_request',
    'not_multipart',
    'A multipart body cannot be parsed.',
    'The request body is not valid multipart/form-data, or not all of it came.',
  ),
]

/** What POST /manage/products/price refuses. */
export const priceFolderErrors = [
  ...folderErrors,
  notFound('item', 'The folder has no such item.', 'The product has no item gold.'),
  notFound(
    'integration',
    'The folder has no such integration.',
    'The product has no integration branch-office.',
  ),
]

/** What POST /manage/products/documents refuses. */
export const previewErrors = [
  ...folderErrors,
  notFound('document', 'The folder has no such document.', 'The product has no document bill.'),
  notFound('language', 'The product has no such language.', 'The product does not speak fr.'),
]

export const productNotFound = notFound(
  'product',
  'You have no such product.',
  `Product ${productIds.product} was not found.`,
)

export const versionNotFound = notFound(
  'product_version',
  'You have no such version of a product.',
  `Product version ${productIds.version} was not found.`,
)

/** What GET /manage/product_versions/{versionId}/differences refuses. */
export const compareVersionsErrors = [
  invalidMember('The other version is missing.', {
    code: 'required',
    field: 'against',
    rules: ['required'],
  }),
  versionNotFound,
]

export const quoteNotFound = notFound(
  'quote',
  'You have no such quote in this mode.',
  'Quote qu_01b0acc58e202a700c3b996a633b was not found.',
)

export const quoteWithoutWorkbook = notFound(
  'no_workbook',
  'It was not a workbook that priced the quote.',
  'Quote qu_01b0acc58e202a700c3b996a633b was priced without a workbook. Ask for its explanation instead.',
)

export const bookCheckNotFound = notFound(
  'book_check',
  'You have no such check in this mode.',
  `Book check ${bookCheckIds.check} was not found.`,
)

export const policyNotFound = notFound(
  'policy',
  'You have no such policy in this mode.',
  `Policy ${ids.policy} was not found.`,
)

const wrongParameter = (name: string, summary: string, parameter: string, wanted: string) =>
  refused('validation_failed', name, summary, `The parameter ${parameter} must be ${wanted}.`, [
    { code: 'invalid_value', field: parameter },
  ])

/** What every list refuses that has pages. */
export const pageErrors = [
  wrongParameter(
    'limit',
    'A page cannot have as many rows, or as few.',
    'limit',
    'a whole number from 1 to 100',
  ),
  wrongParameter(
    'both_directions',
    'A page lies after a row or before one.',
    'ending_before',
    'left out when starting_after is sent',
  ),
]

/** What every search refuses. */
export const searchErrors = [
  ...pageErrors,
  invalidMember('A parameter is too long, or was sent more than once.', {
    code: 'invalid_value',
    field: 'id',
    rules: ['max'],
    params: { max: ['300'] },
    kind: 'string',
  }),
  wrongParameter('not_a_date', 'A day is not a date.', 'created_from', 'a date such as 2027-01-31'),
]

export const unknownStatus = (statuses: readonly string[]) =>
  wrongParameter(
    'unknown_status',
    'There is no such status.',
    'status',
    `one of ${statuses.join(', ')}`,
  )

export const inDoubtOrNot = wrongParameter(
  'not_true',
  'Only those in doubt can be asked for, or all.',
  'in_doubt',
  'true or left out',
)

const invalidResolution = (...outcomes: readonly string[]) =>
  invalidMember(
    `The note is missing, or the outcome is none of ${outcomes.join(', ')}.`,
    { code: 'invalid_value', field: 'outcome', rules: ['in'], params: { in: [...outcomes] } },
    { code: 'required', field: 'note', rules: ['required'] },
  )

/** What POST /manage/payments/{paymentId}/resolve refuses. */
export const resolvePaymentErrors = [
  invalidResolution('ok', 'failed'),
  notFound(
    'payment',
    'You have no such payment in this mode.',
    `Payment ${ids.payment} was not found.`,
  ),
  refused(
    'not_in_doubt',
    'not_in_doubt',
    'Its provider has told how it ended.',
    `Payment ${ids.payment} is not in doubt: it is ok.`,
  ),
  refused(
    'not_in_doubt',
    'already_made',
    'The policy was issued for it.',
    `Payment ${ids.payment} was made and its policy issued, so it cannot fail any more. Cancel the policy, or resolve the payment as ok once the money is there.`,
  ),
]

/** What POST /manage/refunds/{refundId}/resolve refuses. */
export const resolveRefundErrors = [
  invalidResolution('ok', 'retry'),
  notFound(
    'refund',
    'You have no such refund in this mode.',
    `Refund ${ids.refund} was not found.`,
  ),
  refused(
    'not_in_doubt',
    'not_in_doubt',
    'It is under way or was made.',
    `Refund ${ids.refund} is not in doubt: it is ok.`,
  ),
  refused(
    'not_in_doubt',
    'may_be_made',
    'The provider has not said no yet.',
    `Refund ${ids.refund} may still be made: the provider is asked about it until it answers, and it can be ordered again once it has failed.`,
  ),
]
