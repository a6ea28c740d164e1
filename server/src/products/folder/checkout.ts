import type { Problem } from '../../kernel/index.ts'
import type {
  CheckoutDefinition,
  CheckoutField,
  CheckoutSection,
  ItemDefinition,
  LocalTexts,
  PaymentPlanDefinition,
  ProductFiles,
} from '../product-definition.ts'
import { readBrand } from './checkout-brand.ts'
import { type AskedField, askedBy, readName } from './checkout-fields.ts'
import { readText } from './checkout-text.ts'
import type { Languages } from './local-texts.ts'
import { openYaml } from './open-file.ts'
import { quoted, type Part } from './part.ts'
import { readPlanQuestion } from './plan-question.ts'
import { soundnessOf } from './soundness.ts'

export const checkoutFile = 'checkout.yaml'

/** What the page must know of the product to be held to it. */
export interface CheckoutOf extends Languages {
  readonly items: readonly ItemDefinition[]
  readonly paymentPlans: readonly PaymentPlanDefinition[]
}

/** How the page asks: what rule strings cannot say. Undefined where the folder leaves that to us. */
export function readCheckout(
  files: ProductFiles,
  /** Null where nobody knows which languages there are. */
  product: CheckoutOf | null,
  problems: Problem[],
): CheckoutDefinition | undefined {
  if (!files.has(checkoutFile)) return undefined
  const isKnown = product !== null && areRulesSound(files, problems)
  const root = openYaml(files, checkoutFile, problems)
  if (root === null || product === null) return undefined
  root.hasOnly(['quote', 'policy', 'plan_question', 'plans', 'fields', 'logo', 'contact', 'links'])
  const { items, paymentPlans } = product
  const asked = isKnown ? askedBy(items) : null
  const planKeys = paymentPlans.map(({ key }) => key)
  return {
    quote: readSections(root.member('quote'), asked?.quote ?? null, product),
    policy: readSections(root.member('policy'), asked?.policy ?? null, product),
    ...readPlanQuestion(root.member('plan_question'), asked, planKeys),
    plans: readEach(root.member('plans'), planKeys, (part) => readText(part, product)),
    fields: readEach(root.member('fields'), asked === null ? null : [...asked.all.keys()], (part) =>
      readField(part, asked?.all.get(String(part.path.at(-1))) ?? null, product),
    ),
    ...readBrand(root, files, product),
  }
}

/** Problems of the rules are reported already; a name that is not found may belong to one of them. */
function areRulesSound(files: ProductFiles, problems: readonly Problem[]): boolean {
  const sound = soundnessOf(problems)
  const rules = [...files.keys()].filter((file) => /(^|\/)(quote|fields)\.json$/.test(file))
  return rules.every((file) => sound.file(file)) && sound.setting('items', 'payment_plans')
}

function readSections(
  part: Part,
  known: readonly string[] | null,
  product: CheckoutOf,
): CheckoutSection[] {
  const seen = new Set<string>()
  return part
    .optional<Part[]>([], (list) => list.list(listSections))
    .map((entry) => {
      entry.hasOnly(['title', 'fields'])
      const fields = entry.member('fields').filledList('List the names of fields.')
      return {
        title: entry.member('title').optional<LocalTexts>({}, (title) => readText(title, product)),
        fields: fields.map((field) => {
          const name = readName(field, known)
          if (name !== field.value) return name // Already reported; the name that was read instead has no field.
          if (seen.has(name)) field.refuse(`${quoted(name)} is listed twice.`, 'List it once.')
          seen.add(name)
          return name
        }),
      }
    })
}

const listSections = 'List sections, each with a title and the names of its fields.'

function readField(part: Part, asked: AskedField | null, product: CheckoutOf): CheckoutField {
  part.hasOnly(['label', 'help', 'placeholder', 'unit', 'entry', 'money', 'percent', 'choices'])
  const text = (name: 'label' | 'help' | 'placeholder' | 'unit' | 'entry') => {
    const member = part.member(name)
    return member.isAbsent ? {} : { [name]: readText(member, product) }
  }
  const isMoney = part.member('money').optional(false, (flag) => flag.boolean())
  const isPercent = part.member('percent').optional(false, (flag) => flag.boolean())
  if (isMoney && !part.member('unit').isAbsent) {
    part.member('unit').refuse('An amount of money has its currency as unit.', 'Remove it.')
  }
  if (isPercent) checkPercent(part, asked, isMoney)
  return {
    ...text('label'),
    ...text('help'),
    ...text('placeholder'),
    ...text('unit'),
    ...text('entry'),
    // That it is none is said too, for names that sound like it.
    ...(!part.member('money').isAbsent && { money: isMoney }),
    ...(isPercent && { percent: true }),
    choices: readEach(part.member('choices'), asked?.choices ?? null, (choice) =>
      readText(choice, product),
    ),
  }
}

/** A percent is a fraction for everybody but the customer, so its rule has to take fractions. */
function checkPercent(part: Part, asked: AskedField | null, isMoney: boolean): void {
  if (isMoney) {
    part.member('percent').refuse('A field is either money or a percent.', 'Keep one of the two.')
  }
  if (!part.member('unit').isAbsent) {
    part.member('unit').refuse('A percent has % as its unit.', 'Remove it.')
  }
  const other = asked?.types.find((type) => type !== 'numeric')
  if (other === undefined) return
  const name = quoted(part.label)
  const rule = other === null ? 'names no type' : `is \`${other}\``
  part
    .member('percent')
    .refuse(
      `The rule of ${name} ${rule}, but a percent is sent as a fraction: 2 % as 0.02.`,
      "Let its rule be `numeric` with bounds as fractions, such as `numeric|min:0|max:1`. If the price takes 2 for 2 %, write `unit: '%'` in place of `percent: true`.",
    )
}

/** A value for each of some names, which all have to be known. */
function readEach<Value>(
  part: Part,
  known: readonly string[] | null,
  read: (part: Part) => Value,
): Record<string, Value> {
  if (part.isAbsent) return {}
  if (!part.hasOnly(known ?? part.names)) return {}
  const names = part.names.filter((name) => known === null || known.includes(name))
  return Object.fromEntries(names.map((name) => [name, read(part.member(name))]))
}
