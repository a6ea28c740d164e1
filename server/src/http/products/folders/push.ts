import { Type } from '../../wire/type.ts'
import type { DatasetUse } from '../../../products/index.ts'
import { flag, named, text, textOrNull } from '../../wire/schema.ts'
import { problemsExample } from './examples.ts'
import { differencesExample, pushedProductExample, whatIfExample } from '../examples.ts'
import { problemSchema } from '../../wire/problem.ts'
import { differenceSchema } from '../difference.ts'

const warningsSchema = () =>
  Type.Array(named(problemSchema), { description: 'Possible mistakes that do not prevent a push.' })

const problemsSchema = () =>
  Type.Array(named(problemSchema), {
    description: 'All errors by file and place, at most 200.',
  })

export const validationSchema = Type.Object(
  {
    valid: flag('Whether a push would succeed.'),
    problems: problemsSchema(),
    warnings: warningsSchema(),
  },
  {
    $id: 'Validation',
    description: 'The result of checking a product folder.',
    examples: [{ valid: true, problems: [], warnings: [] }],
  },
)

export const pushedSchema = Type.Object(
  {
    product_id: text('The product.'),
    product_version_id: text('The draft version, or the newest version if nothing changed.'),
    is_new: flag('False if the newest version already has exactly this content.'),
    warnings: warningsSchema(),
  },
  {
    $id: 'PushedProduct',
    description: 'A product folder, stored as a draft version.',
    examples: [pushedProductExample],
  },
)

export const whatIfSchema = Type.Object(
  {
    product_id: text('The product.'),
    product_version_id: text(
      'The what-if, or the newest version if that has exactly this content.',
    ),
    is_new: flag('False if exactly this content was stored before.'),
    failed_cases: Type.Array(named(problemSchema), {
      description: 'The failed test cases, at most 200.',
    }),
    warnings: warningsSchema(),
  },
  {
    $id: 'WhatIf',
    description: 'A product folder, stored as a what-if.',
    examples: [whatIfExample],
  },
)

export const datasetUseSchema = Type.Object(
  {
    key: text('The dataset.'),
    product: textOrNull(
      'The key of the product that the dataset belongs to and is published with; null if ' +
        'it is shared, so that an import changes it at once.',
    ),
    products: Type.Array(Type.String(), {
      description: 'The keys of all products that use it.',
    }),
  },
  { $id: 'DatasetUse', description: 'The owner of a dataset, and the products that use it.' },
)

export function viewUse({ key, product, products }: DatasetUse) {
  return { key, product, products: [...products] }
}

export const planSchema = Type.Object(
  {
    valid: flag('Whether a push would succeed.'),
    problems: problemsSchema(),
    warnings: warningsSchema(),
    differences: Type.Array(named(differenceSchema), {
      description:
        'The differences from the live version, or from the newest one if none is live. ' +
        'Also listed if test cases fail, but not if the folder cannot be read.',
    }),
    datasets: Type.Array(named(datasetUseSchema), {
      description: 'The datasets of the folder, and other products that use them.',
    }),
  },
  {
    $id: 'Plan',
    description: 'The effect of pushing and publishing a folder.',
    examples: [
      {
        valid: true,
        problems: [],
        warnings: [],
        differences: differencesExample,
        datasets: [],
      },
    ],
  },
)

/** A push that is refused, be it for mistakes or, without any, for how it was called. */
export const refusedPush = {
  description: 'The folder has errors, or the request is refused for another reason.',
  content: {
    'application/json': {
      schema: Type.Object({
        status: text('The reason phrase.'),
        code: text('`folder_has_mistakes`, or the code of another reason.'),
        message: text('The number of errors, or another reason.'),
        problems: Type.Optional(Type.Array(named(problemSchema))),
      }),
      examples: {
        mistakes: {
          summary: 'The folder has errors; all are listed. Nothing was stored.',
          value: {
            status: 'Unprocessable Entity',
            code: 'folder_has_mistakes',
            message: 'The product folder has a mistake.',
            problems: problemsExample,
          },
        },
      },
    },
  },
}
