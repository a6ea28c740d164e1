// Written by `npm run sdk` from openapi.json: change the routes, not this file.

/** The data that a front end needs to sell through an integration. */
export type Form = {
  /** The integration. Send it as `integration_id` of a quote. */
  readonly integration_id: string
  /** The version of the integration. */
  readonly integration_version_id: string
  /** The product version of this form. */
  readonly product_version_id: string
  /** The name of the product, in the default language. */
  readonly name: string
  /** The name of the product by language. */
  readonly names: {
    readonly [name: string]: string
  }
  /** The languages in which offers can be created. */
  readonly languages: readonly string[]
  /** The default language, one of `languages`. */
  readonly default_language: string
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The time zone in which rules such as `after:today` are checked. */
  readonly time_zone: string
  /** In the order of the product folder. */
  readonly items: readonly {
    /** The item. Send it as `item_id` of a quote. */
    readonly id: string
    /** The name of the item, in the default language. */
    readonly name: string
    /** The name of the item, by language. */
    readonly names: {
      readonly [name: string]: string
    }
    /** The questions of a quote. */
    readonly quote: readonly Question[]
    /** The fields of an offer. */
    readonly policy: readonly Question[]
  }[]
  /** The outputs that quotes show besides the price, in the order of the product folder. */
  readonly public_outputs: readonly {
    /** The name of the output. */
    readonly output: string
    /** The label of the output, by language. */
    readonly labels: {
      readonly [name: string]: string
    }
  }[]
  /** In the order of the product folder. */
  readonly subscription_plans: readonly {
    /** The payment plan. Send it as `subscription_plan_id` of a quote. */
    readonly id: string
    /** The key of the plan in the product folder. */
    readonly key: string
    /** The name of the plan. */
    readonly name: string
    /** The name of the plan for customers, by language. */
    readonly names: {
      readonly [name: string]: string
    }
    /** Whether the plan has a single payment or recurring payments. */
    readonly type: 'single' | 'recurring'
    /** How often payments are due; null for a single payment. */
    readonly frequency: 'month' | 'quarter' | 'half_year' | 'year' | null
    /** The payment methods that are available in the mode of the key. */
    readonly methods: readonly {
      /** Send it as `provider` of a payment. */
      readonly provider: string
      /** Send it as `method` of a payment. */
      readonly method: string
      /** Whether the money is collected outside of the platform: the payment is `ok` at once. */
      readonly collects_elsewhere: boolean
    }[]
    /** The answer to `plan_question` of `checkout` that corresponds to this plan; null without such a question. */
    readonly answer: string | number | boolean | null
  }[]
  /** The presentation of the form, as far as the product defines it. */
  readonly checkout: {
    /** The sections of the quote questions; fields that are not listed follow. */
    readonly quote: readonly {
      /** The title of the section by language; empty if it has none. */
      readonly title: {
        readonly [name: string]: string
      }
      /** The names of the fields of the section, in order. */
      readonly fields: readonly string[]
    }[]
    /** The sections of the offer fields; fields that are not listed follow. */
    readonly policy: readonly {
      /** The title of the section by language; empty if it has none. */
      readonly title: {
        readonly [name: string]: string
      }
      /** The names of the fields of the section, in order. */
      readonly fields: readonly string[]
    }[]
    /** The question whose answer is the key of the chosen plan; null if there is none. */
    readonly plan_question: string | null
    /** Labels and hints for fields, for all items. */
    readonly fields: readonly {
      /** The name of the field. */
      readonly name: string
      /** The label by language; empty if the product has none. */
      readonly label: {
        readonly [name: string]: string
      }
      /** A help text; empty if there is none. */
      readonly help: {
        readonly [name: string]: string
      }
      /** The placeholder of the empty field; empty if there is none. */
      readonly placeholder: {
        readonly [name: string]: string
      }
      /** The unit of the number; empty if there is none. */
      readonly unit: {
        readonly [name: string]: string
      }
      /** The name of one entry of a list; empty if the product has none. */
      readonly entry: {
        readonly [name: string]: string
      }
      /** Whether the value is an amount in minor units of the currency. */
      readonly money: boolean
      /** Whether the value is a fraction that customers read and write as a percentage: 2 % is sent as 0.02. */
      readonly percent: boolean
      /** The labels of the possible answers, if the product has them. */
      readonly choices: readonly {
        /** The answer, as text. */
        readonly value: string
        /** The label of the answer. */
        readonly label: {
          readonly [name: string]: string
        }
      }[]
    }[]
    /** The address of the logo; null if there is none. */
    readonly logo: string | null
    /** The contact for customers; null if the product has none. */
    readonly contact: {
      /** The name of the contact, by language; empty if the product has none. */
      readonly name: {
        readonly [name: string]: string
      }
      /** An e-mail address; null if there is none. */
      readonly email: string | null
      /** A telephone number, formatted for reading; null if there is none. */
      readonly phone: string | null
    } | null
    /** Pages for customers, such as the privacy notice, the imprint, and the page on which they withdraw from the contract. */
    readonly links: readonly {
      /** The kind of page. */
      readonly name: 'terms' | 'privacy' | 'imprint' | 'withdrawal'
      /** The https address of the page, by language. */
      readonly href: {
        readonly [name: string]: string
      }
    }[]
  }
  /** The documents that are the same for every offer, so that customers can read them before an offer exists. */
  readonly documents: readonly {
    /** The designation of the document in the product, such as `terms`. */
    readonly designation: string
    /** The name of the document, by language. */
    readonly names: {
      readonly [name: string]: string
    }
    /** The address of the document, by language. It needs no key. */
    readonly hrefs: {
      readonly [name: string]: string
    }
  }[]
  /** Whether customers have to receive documents before they are bound. Send it with the offer: it can then be paid only after that. */
  readonly handover_required: boolean
}

/** A field to ask the customer for. */
export type Question = {
  /** The name of the field. */
  readonly name: string
  /** The object that holds the field: `data`, or null for a member of the request itself. */
  readonly path: string | null
  /** The rule string that checks the answer, without rules on datasets that are not public. */
  readonly validation: string
  /** The rule that determines the type, such as `integer`; null if there is none. */
  readonly type: string | null
  /** Whether an answer is always required. */
  readonly required: boolean
  /** The possible answers, as they are to be sent; null if there is no list. */
  readonly choices: readonly (string | number)[] | null
  /** The rules that make the answer required, depending on other answers. */
  readonly conditions: readonly {
    /** The rule, such as `required_if`. */
    readonly rule: string
    /** The arguments of the rule. */
    readonly params: readonly string[]
  }[]
  /** The public dataset to choose an item from; null if there is none, or the dataset is not public. */
  readonly dataset_id: string | null
  /** The public fields of the dataset items, with those that identify an item first; empty without a dataset. */
  readonly dataset_fields: readonly string[]
}

/** The product to quote, and the answers of the customer. */
export type CreateQuote = {
  /** The item of the product to quote for. Optional with `policy_id`; must then match the policy. */
  readonly item_id?: string
  /** The payment plan. Optional with `policy_id`: another plan than that of the policy changes it from a billing period that is not charged yet. */
  readonly subscription_plan_id?: string
  /** The integration through which the product is sold. Optional with `policy_id`; must then match the policy. */
  readonly integration_id?: string
  /** The policy to endorse, for a quote for an endorsement. Needs a secret key, or the token of an endorsement link. */
  readonly policy_id?: string
  /** With `policy_id`: the day from which the endorsement takes effect, such as `2029-03-01`. Defaults to today, or to the first day of cover if that is later. For another payment plan, to the next possible day. */
  readonly effective_date?: string
  /** The customer's answers, checked against the quote rules of the product. For an endorsement: the answers to change, checked against `quote_patch` of the product. The id of a dataset item (`dai_...`) may be sent in place of the item. */
  readonly data: {
    readonly [name: string]: unknown
  }
  /** A specific version of the integration; overrides `live_integration`. */
  readonly integration_version_id?: string
  /** A specific version of the product; overrides `live_product`. */
  readonly product_version_id?: string
  /** `"true"` for the newest published integration, `"false"` for the newest draft. Drafts need a test key. */
  readonly live_integration?: 'true' | 'false'
  /** `"true"` for the newest published product, `"false"` for the newest draft. Drafts need a test key. */
  readonly live_product?: 'true' | 'false'
}

/** A price, and the token to create an offer with. */
export type Quote = {
  /** Send it as `quote_token` when creating an offer. */
  readonly token: string
  /** The amount of one payment. In whole minor units. */
  readonly gross_payment_amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The period that one payment covers; null for a single payment. */
  readonly billing_period: 'month' | 'quarter' | 'half_year' | 'year' | null
  /** The number of payments. */
  readonly billing_cycles: number
  /** When the token expires. */
  readonly expires_at: string
  readonly cover: Cover
  /** The premium, and the other outputs of the pricing. A public key gets only the public outputs of the product, if the product lists any. */
  readonly extra_data: {
    /** The premium including tax, in minor units. */
    readonly gross_premium: number
    /** The premium tax, in minor units. */
    readonly premium_tax: number
    /** The premium before tax, in minor units. */
    readonly net_premium: number
    /** The tax rate, for example 0.19. */
    readonly tax_rate: number
    readonly [name: string]: unknown
  }
  /** The outputs that customers may see, in the order of the product. */
  readonly public_outputs: readonly {
    /** The name of the output. */
    readonly output: string
    /** The label of the output, by language. */
    readonly labels: {
      readonly [name: string]: string
    }
    /** The value, amounts in minor units; null if the pricing returns none. */
    readonly value: unknown
  }[]
  readonly endorsement?: QuotedEndorsement
}

/** The effect of an endorsement. */
export type QuotedEndorsement = {
  /** The policy to endorse. */
  readonly policy_id: string
  /** The version of the policy that the quote is based on. If the policy changes, create a new quote. */
  readonly version_id: string
  /** The day from which the endorsement takes effect. */
  readonly effective_date: string
  /** The amount of one payment before the endorsement. In whole minor units. */
  readonly gross_payment_amount_before: number
  /** The amount of one payment after the endorsement. In whole minor units. */
  readonly gross_payment_amount_after: number
  /** The difference for periods that were already charged; negative if the customer gets money back. In whole minor units. */
  readonly amount: number
  /** How the difference is settled: by a `payment` before the endorsement takes effect, with the next `instalment`, as `credit` for the next instalment, by a `refund`, or there is `nothing` to settle. */
  readonly settled_by: 'payment' | 'instalment' | 'credit' | 'refund' | 'nothing'
  /** The day of the settlement; null if there is nothing to settle. */
  readonly settled_on: string | null
  /** The change of the payment plan; null if the plan stays. */
  readonly plan_change: {
    /** The payment plan until then. */
    readonly subscription_plan_id_before: string
    /** The payment plan from the effective date. */
    readonly subscription_plan_id: string
    /** The period that one payment covers until then. Null for a single payment. */
    readonly billing_period_before: 'month' | 'quarter' | 'half_year' | 'year' | null
    /** The period that one payment covers from the effective date. Null for a single payment. */
    readonly billing_period: 'month' | 'quarter' | 'half_year' | 'year' | null
    /** The first payment by the new plan. */
    readonly first_payment: {
      /** The first day that it pays for: the effective date. */
      readonly first_day: string
      /** The last day that it pays for. */
      readonly last_day: string
      /** The amount. It is less than one payment if the plan begins within a billing period. In whole minor units. */
      readonly amount: number
      /** The tax in this amount. In whole minor units. */
      readonly tax: number
      /** The due date according to the plan. */
      readonly due_date: string
    }
  } | null
}

/** The data entered so far. */
export type CreateLead = {
  /** The item to insure. */
  readonly item_id: string
  /** The integration through which it is sold. */
  readonly touchpoint_id: string
  /** The customer's first name, if known. */
  readonly first_name?: string | null
  /** The customer's last name. */
  readonly last_name?: string | null
  /** The customer's e-mail address. */
  readonly email?: string | null
  /** The language in which the customer continues. */
  readonly language?: string | null
  /** The answers so far, without validation. Up to 32,768 bytes as JSON. */
  readonly data?: {
    readonly [name: string]: unknown
  }
  /** The token of the last quote. */
  readonly quote_token?: string | null
}

/** A new lead, with the token to view it. The token is shown only once. */
export type CreatedLead = {
  /** The id of the lead. Send it as `sales_lead_id` of the offer. */
  readonly id: string
  /** The token to view the lead with a public key. It gives access to the entered data: in a link, put it in the fragment, which browsers do not send to servers. */
  readonly token: string
  /** When the lead was saved. */
  readonly created_at: string
  /** When its data is deleted. A lead lasts as long as a quote of the product is valid. */
  readonly expires_at: string
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
  }
}

/** A saved lead: a sale that was begun. */
export type Lead = {
  /** The lead. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The distributor. */
  readonly distributor_id: string
  /** The item to insure. */
  readonly item_id: string
  /** The integration through which it is sold. */
  readonly touchpoint_id: string
  /** The customer's first name, as sent; null once the lead has expired. */
  readonly first_name: string | null
  /** The customer's last name; null once the lead has expired. */
  readonly last_name: string | null
  /** The customer's e-mail address; null once the lead has expired. */
  readonly email: string | null
  /** The language; null once the lead has expired. */
  readonly language: string | null
  /** The answers; null once the lead has expired. */
  readonly data: {
    readonly [name: string]: unknown
  } | null
  /** The token of the last quote; null once the lead has expired. */
  readonly quote_token: string | null
  /** The offer or policy created from the lead; null if there is none. */
  readonly policy_id: string | null
  /** When the lead was saved. */
  readonly created_at: string
  /** When its data is deleted. A lead lasts as long as a quote of the product is valid. */
  readonly expires_at: string
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly reveal: AllowedAct
  }
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
  }
}

/** The customer, the quote and the policy data. */
export type CreateOffer = {
  /** The customer's first name. */
  readonly first_name: string
  /** The customer's last name. */
  readonly last_name: string
  /** The customer's e-mail address. */
  readonly email: string
  /** One of the languages of the product, for example `en`. */
  readonly language: string
  /** The policy data, checked against the field definition of the product. The id of a dataset item (`dai_...`) may be sent in place of the item. */
  readonly data: {
    readonly [name: string]: unknown
  }
  /** The token of the quote. */
  readonly quote_token: string
  /** Encrypted at rest and never returned. */
  readonly sensitive_data?: {
    readonly [name: string]: unknown
  }
  /** Your own data, returned unchanged. */
  readonly metadata?: {
    readonly [name: string]: unknown
  }
  /** Your own data, returned unchanged. */
  readonly media?: readonly unknown[]
  /** Where the customer came from. */
  readonly distributor_traffic_source?: string | null
  /** The page on which the customer bought. */
  readonly referrer_url?: string | null
  /** The lead of the sale: the id of a saved lead (`led_...`), or a reference of your own. */
  readonly sales_lead_id?: string | null
  /** Whether the offer can be paid only once the customer has received the documents that the product hands over: opened by their links, or by mail. Without it, and for products that hand over none, the offer can be paid at once. */
  readonly handover_required?: boolean | null
}

/** A new offer, with the token to pay for it. */
export type CreatedOffer = {
  /** The id of the offer. The policy that it becomes has the same id. */
  readonly id: string
  /** The policy number, as printed on documents. */
  readonly insurer_policy_id: string
  /** Send it as `token` of the payment. */
  readonly payment_token: string
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
    /** The documents for the customer. The links need no key. */
    readonly assets: {
      readonly offer: Link
      readonly policy: Link
    }
  }
}

/** An offer: a policy that is not paid for yet. */
export type Offer = {
  /** The id of the offer. The policy that it becomes has the same id. */
  readonly id: string
  /** The active version. Send it as If-Match with a policy transaction. */
  readonly version_id: string
  /** The distributor who sold it. */
  readonly distributor_id: string
  /** The insurer, who carries the risk. */
  readonly insurer_id: string
  /** The item of the product that was sold. */
  readonly item_id: string
  /** The product version that was sold. It stays with the policy. */
  readonly product_version_id: string
  /** The integration through which it was sold. */
  readonly touchpoint_id: string
  /** The product. */
  readonly product_id: string
  /** The version of that integration. */
  readonly integration_version_id: string
  /** The payment plan. */
  readonly subscription_plan_id: string
  /** The policy number, as printed on documents. */
  readonly insurer_policy_id: string
  /** The customer's first name. */
  readonly first_name: string
  /** The customer's last name. */
  readonly last_name: string
  /** The customer's e-mail address. */
  readonly email: string
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The language in which the customer bought. */
  readonly language: string
  /** The sales flow: `standard`, unless the pricing returns another value. */
  readonly flow: string
  /** `ready`: an offer. `accepted`: a payment has started. `paid`: a policy, in force or about to start. `cancelled`, `expired`: no longer in force. */
  readonly status: 'ready' | 'accepted' | 'paid' | 'cancelled' | 'expired'
  readonly quote: QuoteOfPolicy
  /** The policy data, with dataset items in place of their ids. Fields that the product marks as personal may be masked. */
  readonly data: {
    readonly [name: string]: unknown
  }
  /** As sent with the offer. */
  readonly media: readonly unknown[]
  /** The documents of the offer, or of the policy and its cancellation. */
  readonly assets: readonly Asset[]
  /** As sent with the offer. */
  readonly metadata: {
    readonly [name: string]: unknown
  }
  /** The reason for the cancellation; null if not cancelled. */
  readonly cancellation_reason: string | null
  /** `distributor` or `insurer`, whoever cancelled or received a withdrawal; `system` for a lapse; empty if not cancelled. */
  readonly cancelled_by: string
  /** When it was cancelled; null if not cancelled. */
  readonly cancelled_at: string | null
  /** As sent with the offer. */
  readonly distributor_traffic_source: string | null
  /** As sent with the offer. */
  readonly referrer_url: string | null
  /** The payment token of the offer. */
  readonly payment_token: string | null
  /** The allowed origin of the integration that matches the referrer; null if none does. */
  readonly whitelisted_referrer_url: string | null
  /** A related policy, or null. */
  readonly linked_policy_id: string | null
  /** The customer. */
  readonly customer_id: string
  /** When the payment started; null before that. */
  readonly accepted_at: string | null
  /** When the offer was created. */
  readonly created_at: string
  /** Whether sensitive data was sent. The data itself is never returned. */
  readonly contains_sensitive_data: boolean
  /** False while a policy transaction is in progress. */
  readonly is_version_assembled: boolean
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
    readonly item: Link
    readonly touchpoint: Link
  }
}

/** The offer to pay for, and the payment method. */
export type CreatePayment = {
  /** The `payment_token` of the offer, or the token of a proposed version or an open invoice. */
  readonly token: string
  /** A payment provider that the payment plan allows, for example `invoice`. */
  readonly provider: string
  /** A method of that provider that the plan allows, for example `invoice`. */
  readonly method: string
  /** The offer or policy to pay for. */
  readonly policy_id: string
  /** Options of the provider, under its name. Options of other providers are ignored. */
  readonly provider_options?: {
    /** Only for the provider `sandbox`, which simulates the outcome that you choose. */
    readonly sandbox?: {
      /** `pending`: the payment waits for a callback. `confirm`: it waits for the customer, on the page of `next_action`. `timeout`: the money is taken, but the response is lost. `unreached`: the request is lost and no money is taken. `late`: the payment succeeds after three days. `charge_back`: it succeeds and is charged back after a week. */
      readonly outcome?:
        | 'ok'
        | 'failed'
        | 'pending'
        | 'confirm'
        | 'timeout'
        | 'unreached'
        | 'late'
        | 'charge_back'
      /** The outcome of voiding a `pending` payment, which happens after 48 hours: `ok`: it is never made. `captured`: it was already made. `timeout`: there is no response. */
      readonly void?: 'ok' | 'captured' | 'timeout'
      /** The outcome of its refunds: `pending`: confirmed later. `stuck`: never confirmed. `timeout`: the response is lost. `failed`: fails at first and succeeds on a retry. */
      readonly refund?: 'ok' | 'failed' | 'pending' | 'stuck' | 'timeout'
      /** The outcome of instalments that are collected with the mandate of this payment: `ok`: each succeeds. `soft_decline`: each attempt is declined, a retry may succeed. `hard_decline`: permanently declined. `third_try`: declined twice, then succeeds. `revoked`: the mandate no longer exists. `late`: succeeds after three days. `charge_back`: charged back after a week. `pending`, `timeout` and `unreached`: as for `outcome`. `none`: the payment gives no mandate. */
      readonly mandate?:
        | 'ok'
        | 'none'
        | 'soft_decline'
        | 'hard_decline'
        | 'third_try'
        | 'revoked'
        | 'late'
        | 'charge_back'
        | 'pending'
        | 'timeout'
        | 'unreached'
      /** The day from which `mandate` applies. Earlier instalments succeed. */
      readonly mandate_from?: string
      /** Other outcomes from certain times on, for example a card that fails in one month and works again in another. */
      readonly mandate_then?: readonly {
        /** A day, or a UTC timestamp such as `2027-08-31T22:00:00Z`. */
        readonly from: string
        /** The outcome from then on, as for `mandate`. */
        readonly mandate:
          | 'ok'
          | 'none'
          | 'soft_decline'
          | 'hard_decline'
          | 'third_try'
          | 'revoked'
          | 'late'
          | 'charge_back'
          | 'pending'
          | 'timeout'
          | 'unreached'
      }[]
      /** The amount that is taken, if it differs from the requested one. */
      readonly amount?: number
    }
    /** Only for the provider `stripe`. */
    readonly stripe?: {
      /** A payment method of Stripe: the payment is confirmed at once. Without it the customer confirms in the form of Stripe: see `next_action`. */
      readonly payment_method?: string
      /** Where the bank sends the customer afterwards, if it asks on a page of its own. */
      readonly return_url?: string
    }
  }
  /** The same as `provider_options.sandbox`, which counts if both are sent. */
  readonly sandbox?: {
    /** `pending`: the payment waits for a callback. `confirm`: it waits for the customer, on the page of `next_action`. `timeout`: the money is taken, but the response is lost. `unreached`: the request is lost and no money is taken. `late`: the payment succeeds after three days. `charge_back`: it succeeds and is charged back after a week. */
    readonly outcome?:
      | 'ok'
      | 'failed'
      | 'pending'
      | 'confirm'
      | 'timeout'
      | 'unreached'
      | 'late'
      | 'charge_back'
    /** The outcome of voiding a `pending` payment, which happens after 48 hours: `ok`: it is never made. `captured`: it was already made. `timeout`: there is no response. */
    readonly void?: 'ok' | 'captured' | 'timeout'
    /** The outcome of its refunds: `pending`: confirmed later. `stuck`: never confirmed. `timeout`: the response is lost. `failed`: fails at first and succeeds on a retry. */
    readonly refund?: 'ok' | 'failed' | 'pending' | 'stuck' | 'timeout'
    /** The outcome of instalments that are collected with the mandate of this payment: `ok`: each succeeds. `soft_decline`: each attempt is declined, a retry may succeed. `hard_decline`: permanently declined. `third_try`: declined twice, then succeeds. `revoked`: the mandate no longer exists. `late`: succeeds after three days. `charge_back`: charged back after a week. `pending`, `timeout` and `unreached`: as for `outcome`. `none`: the payment gives no mandate. */
    readonly mandate?:
      | 'ok'
      | 'none'
      | 'soft_decline'
      | 'hard_decline'
      | 'third_try'
      | 'revoked'
      | 'late'
      | 'charge_back'
      | 'pending'
      | 'timeout'
      | 'unreached'
    /** The day from which `mandate` applies. Earlier instalments succeed. */
    readonly mandate_from?: string
    /** Other outcomes from certain times on, for example a card that fails in one month and works again in another. */
    readonly mandate_then?: readonly {
      /** A day, or a UTC timestamp such as `2027-08-31T22:00:00Z`. */
      readonly from: string
      /** The outcome from then on, as for `mandate`. */
      readonly mandate:
        | 'ok'
        | 'none'
        | 'soft_decline'
        | 'hard_decline'
        | 'third_try'
        | 'revoked'
        | 'late'
        | 'charge_back'
        | 'pending'
        | 'timeout'
        | 'unreached'
    }[]
    /** The amount that is taken, if it differs from the requested one. */
    readonly amount?: number
  }
}

/** The token of the payment. It proves that the payment is yours. */
export type VoidPayment = {
  /** The token with which the payment was created. */
  readonly token: string
}

/** A new payment, without the members that only a secret key can see. */
export type CreatedPayment = {
  /** Always `payment`. */
  readonly object: 'payment'
  /** The payment. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The payment provider. */
  readonly provider: string
  /** The payment method. */
  readonly method: string
  /** `ok`: paid, and the policy is issued. `pending`: the provider decides later. `failed`: not paid; the offer can be paid for again. */
  readonly status: 'pending' | 'ok' | 'failed'
  readonly next_action?: NextAction
  /** Always empty. */
  readonly transaction_metadata: readonly unknown[]
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
  }
}

/** The action that the customer has to take before the payment can be made. */
export type NextAction = {
  /** `redirect`: the customer has to open the page. `bank_transfer`: the customer transfers the amount with the reference. `stripe`: the customer confirms in the form of Stripe on your page. */
  readonly type: 'redirect' | 'bank_transfer' | 'stripe'
  /** With `redirect`: a page of the bank. Open it in its own window: banks do not allow frames. */
  readonly url?: string
  /** With `bank_transfer`: the account to pay to. */
  readonly iban?: string
  /** With `bank_transfer`: its bank, where you gave one. */
  readonly bic?: string | null
  /** With `bank_transfer`: the holder of the account. */
  readonly account_holder?: string
  /** With `bank_transfer`: what has to be written on the transfer, by ISO 11649. */
  readonly reference?: string
  /** With `bank_transfer`: the amount, in minor units. In whole minor units. */
  readonly amount?: number
  /** With `bank_transfer`: ISO 4217, in lower case. */
  readonly currency?: string
  /** With `stripe`: opens this payment, and no other, in the form. Never log or store it. */
  readonly client_secret?: string
  /** With `stripe`: the key with which the form is loaded. */
  readonly publishable_key?: string
}

/** The whole payment, as a secret key sees it. */
export type Payment = {
  /** Always `payment`. */
  readonly object: 'payment'
  /** The payment. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The payment provider. */
  readonly provider: string
  /** The payment method. */
  readonly method: string
  /** `ok`: paid, and the policy is issued. `pending`: the provider decides later. `failed`: not paid; the offer can be paid for again. */
  readonly status: 'pending' | 'ok' | 'failed'
  readonly next_action?: NextAction
  /** Always empty. */
  readonly transaction_metadata: readonly unknown[]
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
  }
  /** The policy that was paid for. */
  readonly policy_id: string
  /** The paid amount. In whole minor units. */
  readonly amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The id of the charge at the provider. */
  readonly charge_id: string | null
  /** The fee of the payment; usually 0. */
  readonly fee: number
  /** The reference of the provider. */
  readonly reference: string | null
  /** The payment token of the offer. */
  readonly token: string
  /** Why the payment failed; otherwise null. */
  readonly reason: string | null
  /** When the payment succeeded or failed; null while it is pending. */
  readonly processed_at: string | null
  /** The error code of the provider. */
  readonly error_code: string | null
  /** Always empty. */
  readonly metadata: readonly unknown[]
  /** The customer who paid. */
  readonly customer_id: string
  /** The refunds of the payment. */
  readonly refunds: readonly Refund[]
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly void: AllowedAct
    readonly resolve: AllowedAct
  }
}

/** A payment as a public key with its token sees it. */
export type PublicPayment = {
  /** Always `payment`. */
  readonly object: 'payment'
  /** The payment. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The payment provider. */
  readonly provider: string
  /** The payment method. */
  readonly method: string
  /** `ok`: paid, and the policy is issued. `pending`: the provider decides later. `failed`: not paid; the offer can be paid for again. */
  readonly status: 'pending' | 'ok' | 'failed'
  readonly next_action?: NextAction
  /** Always empty. */
  readonly transaction_metadata: readonly unknown[]
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
  }
  /** Why the payment failed; otherwise null. */
  readonly reason: string | null
}

/** What the holder of a payment link sees. `handover` is there for an open offer whose product hands documents over before the contract, which its payment concludes. */
export type PaymentLink = {
  /** Always `payment_link`. */
  readonly object: 'payment_link'
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The insurer, who is paid. */
  readonly insurer_name: string
  /** The product, in the language of the policy. */
  readonly product_name: string
  /** The number of the policy or offer. */
  readonly policy_number: string
  /** The language of the policy. */
  readonly language: string
  /** The kind of invoice; `sale` also for an offer. */
  readonly kind:
    | 'sale'
    | 'transaction'
    | 'instalment'
    | 'credit_note'
    | 'fee'
    | 'manual_fee'
    | 'correction'
  /** `open`: to be paid by one of `methods`. `pending`: a payment is under way; with a `next_action` it waits for the customer. `paid`: nothing is left to pay. `closed`: it is no longer to be paid. */
  readonly status: 'open' | 'pending' | 'paid' | 'closed'
  /** The amount to pay; the total once it is paid. In whole minor units. */
  readonly amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** When an invoice is due. A day, or null. */
  readonly due_date: string | null
  /** The first day of the period that an invoice is for. A day, or null. */
  readonly first_day: string | null
  /** The last day of that period. A day, or null. */
  readonly last_day: string | null
  /** The methods by which it can be paid; empty unless it is `open`. */
  readonly methods: readonly {
    /** The payment provider. */
    readonly provider: string
    /** The payment method. */
    readonly method: string
  }[]
  readonly payment?: CreatedPayment
  /** Whether the payment that is under way can be voided for another method. */
  readonly is_voidable: boolean
  readonly handover?: HandoverOfOffer
}

/** The token of the link, and the payment method. */
export type PayByLink = {
  /** The token with which the payment was created. */
  readonly token: string
  /** A payment provider that the payment plan allows, for example `invoice`. */
  readonly provider: string
  /** A method of that provider that the plan allows, for example `invoice`. */
  readonly method: string
  /** Options of the provider, under its name. Options of other providers are ignored. */
  readonly provider_options?: {
    /** Only for the provider `sandbox`, which simulates the outcome that you choose. */
    readonly sandbox?: {
      /** `pending`: the payment waits for a callback. `confirm`: it waits for the customer, on the page of `next_action`. `timeout`: the money is taken, but the response is lost. `unreached`: the request is lost and no money is taken. `late`: the payment succeeds after three days. `charge_back`: it succeeds and is charged back after a week. */
      readonly outcome?:
        | 'ok'
        | 'failed'
        | 'pending'
        | 'confirm'
        | 'timeout'
        | 'unreached'
        | 'late'
        | 'charge_back'
      /** The outcome of voiding a `pending` payment, which happens after 48 hours: `ok`: it is never made. `captured`: it was already made. `timeout`: there is no response. */
      readonly void?: 'ok' | 'captured' | 'timeout'
      /** The outcome of its refunds: `pending`: confirmed later. `stuck`: never confirmed. `timeout`: the response is lost. `failed`: fails at first and succeeds on a retry. */
      readonly refund?: 'ok' | 'failed' | 'pending' | 'stuck' | 'timeout'
      /** The outcome of instalments that are collected with the mandate of this payment: `ok`: each succeeds. `soft_decline`: each attempt is declined, a retry may succeed. `hard_decline`: permanently declined. `third_try`: declined twice, then succeeds. `revoked`: the mandate no longer exists. `late`: succeeds after three days. `charge_back`: charged back after a week. `pending`, `timeout` and `unreached`: as for `outcome`. `none`: the payment gives no mandate. */
      readonly mandate?:
        | 'ok'
        | 'none'
        | 'soft_decline'
        | 'hard_decline'
        | 'third_try'
        | 'revoked'
        | 'late'
        | 'charge_back'
        | 'pending'
        | 'timeout'
        | 'unreached'
      /** The day from which `mandate` applies. Earlier instalments succeed. */
      readonly mandate_from?: string
      /** Other outcomes from certain times on, for example a card that fails in one month and works again in another. */
      readonly mandate_then?: readonly {
        /** A day, or a UTC timestamp such as `2027-08-31T22:00:00Z`. */
        readonly from: string
        /** The outcome from then on, as for `mandate`. */
        readonly mandate:
          | 'ok'
          | 'none'
          | 'soft_decline'
          | 'hard_decline'
          | 'third_try'
          | 'revoked'
          | 'late'
          | 'charge_back'
          | 'pending'
          | 'timeout'
          | 'unreached'
      }[]
      /** The amount that is taken, if it differs from the requested one. */
      readonly amount?: number
    }
    /** Only for the provider `stripe`. */
    readonly stripe?: {
      /** A payment method of Stripe: the payment is confirmed at once. Without it the customer confirms in the form of Stripe: see `next_action`. */
      readonly payment_method?: string
      /** Where the bank sends the customer afterwards, if it asks on a page of its own. */
      readonly return_url?: string
    }
  }
}

/** A refund. */
export type Refund = {
  /** Always `refund`. */
  readonly object: 'refund'
  /** The refund. */
  readonly id: string
  /** `ok`: refunded. `pending`: in progress. `failed`: not refunded; `reason` says why. */
  readonly status: 'pending' | 'ok' | 'failed'
  /** The cancellation term of the product that determined the amount; `whole` for money that came too late or in a wrong amount, and so pays for nothing. */
  readonly method: 'pro_rata' | 'none' | 'full_before_start' | 'short_rate' | 'withdrawal' | 'whole'
  /** The refunded amount. In whole minor units. */
  readonly amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The version of the policy that caused the refund; null for money that pays for nothing. */
  readonly policy_version_id: string | null
  /** The reference of the provider. */
  readonly reference: string | null
  /** Why the refund failed, or that it was paid manually; otherwise null. */
  readonly reason: string | null
  /** When it was recorded. */
  readonly created_at: string
  /** When it was paid; null while it is pending. */
  readonly processed_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly resolve: AllowedAct
  }
}

/** The whole policy, for the holder of a secret key. */
export type Policy = {
  /** The id of the offer. The policy that it becomes has the same id. */
  readonly id: string
  /** The active version. Send it as If-Match with a policy transaction. */
  readonly version_id: string
  /** The distributor who sold it. */
  readonly distributor_id: string
  /** The distributor's short name; not a credential. */
  readonly distributor_key: string
  /** The integration through which it was sold. */
  readonly touchpoint_id: string
  /** The item of the product that was sold. */
  readonly item_id: string
  /** The product. */
  readonly product_id: string
  /** The product version that was sold. It stays with the policy. */
  readonly product_version_id: string
  /** The version of that integration. */
  readonly integration_version_id: string
  /** The policy number, as printed on documents. */
  readonly insurer_policy_id: string
  /** The policy number in the insurer's own systems; empty until it is set. */
  readonly insurer_external_policy_id: string
  /** The customer's first name. */
  readonly first_name: string
  /** The customer's last name. */
  readonly last_name: string
  /** The customer's e-mail address. */
  readonly email: string
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The language in which the customer bought. */
  readonly language: string
  /** Whether the cover has ended, or the offer has expired. */
  readonly expired: boolean
  /** When the policy was issued, or the offer created. */
  readonly policy_created_date: string
  /** When cover begins. */
  readonly start_date: string
  /** The last second of cover; null if the policy is open-ended. */
  readonly end_date: string | null
  /** The last second of cover of a cancelled policy; otherwise null. */
  readonly termination_date: string | null
  /** When cover was suspended because the premium was not paid. Absent unless cover is suspended. */
  readonly suspended_since?: string
  /** `ready`: an offer. `accepted`: a payment has started. `paid`: a policy, in force or about to start. `cancelled`, `expired`: no longer in force. */
  readonly status: 'ready' | 'accepted' | 'paid' | 'cancelled' | 'expired'
  /** Whether losses are insured today, or on the day of `as_of`. */
  readonly cover: {
    /** `covered`: losses are insured. `suspended`: not insured, because the premium was not paid. `gap`: not insured, between a cancellation and a reinstatement. `ended`: not insured any more: cancelled, lapsed or expired. `not_begun`: not insured yet. */
    readonly state: 'not_begun' | 'covered' | 'suspended' | 'gap' | 'ended' | 'void'
    /** The first of the consecutive days with this state; null for `not_begun`. */
    readonly first_day: string | null
    /** The last of them. Null for `ended`, for cover without an end, and for an offer that is not paid. */
    readonly last_day: string | null
  }
  /** The policy data, with dataset items in place of their ids, and `payment_metadata`. Fields that the product marks as personal may be masked. */
  readonly data: {
    readonly [name: string]: unknown
  }
  readonly quote: QuoteOfPolicy
  /** As sent with the offer. */
  readonly metadata: {
    readonly [name: string]: unknown
  }
  /** The reason for the cancellation; null if not cancelled. */
  readonly cancellation_reason: string | null
  /** Who ended the contract: `customer`, `insurer`, `agreement`, or `system` after a lapse; null if not cancelled, or if the cancellation named no kind. */
  readonly cancellation_kind: string | null
  /** The reason, by a code of the product, or `non_payment` after a lapse; null if there is none. */
  readonly cancellation_reason_code: string | null
  /** `distributor` or `insurer`, whoever cancelled or received a withdrawal; `system` for a lapse; empty if not cancelled. */
  readonly cancelled_by: string
  /** When it was cancelled; null if not cancelled. */
  readonly cancelled_at: string | null
  /** As sent with the offer. */
  readonly referrer_url: string | null
  /** The documents of the offer, or of the policy and its cancellation. */
  readonly assets: readonly Asset[]
  /** As sent with the offer. */
  readonly media: readonly unknown[]
  /** True while a policy transaction is in progress. */
  readonly is_locked: boolean
  /** The dates of the policy in the time zone of the product. */
  readonly localized_dates: {
    /** When the policy was issued, or the offer created. */
    readonly policy_created_date: string
    /** When cover begins. */
    readonly start_date: string
    /** The last second of cover; null if the policy is open-ended. */
    readonly end_date: string | null
    /** The last second of cover of a cancelled policy; otherwise null. */
    readonly termination_date: string | null
    /** When cover was suspended because the premium was not paid. Absent unless cover is suspended. */
    readonly suspended_since?: string
    /** The time zone, for example `Europe/Berlin`. */
    readonly time_zone: string
  }
  /** Whether sensitive data was sent. The data itself is never returned. */
  readonly contains_sensitive_data: boolean
  /** As sent with the offer. */
  readonly sales_lead_id: string | null
  /** The insurer, who carries the risk. */
  readonly insurer_id: string
  /** The payment plan. */
  readonly subscription_plan_id: string
  /** The sales flow: `standard`, unless the pricing returns another value. */
  readonly flow: string
  /** As sent with the offer. */
  readonly distributor_traffic_source: string | null
  /** The payment token of the offer. */
  readonly payment_token: string | null
  /** The mandate with which instalments are collected. Absent if there is none. */
  readonly mandate?: {
    /** The payment provider that collects. */
    readonly provider: string
    /** The payment method. */
    readonly method: string
    /** `active`: instalments are collected with it. `replaced`: a newer mandate is used. `revoked`: by the customer, as the provider, the insurer or the distributor recorded. `declined`: permanently declined. Paying an open invoice or a mandate link creates a new mandate. */
    readonly status: 'active' | 'replaced' | 'revoked' | 'declined'
  }
  /** The allowed origin of the integration that matches the referrer; null if none does. */
  readonly whitelisted_referrer_url: string | null
  /** A related policy, or null. */
  readonly linked_policy_id: string | null
  /** The customer. */
  readonly customer_id: string
  /** When the payment started; null before that. */
  readonly accepted_at: string | null
  /** When the offer was created. */
  readonly created_at: string
  /** False while a policy transaction is in progress. */
  readonly is_version_assembled: boolean
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly endorse: AllowedAct
    readonly create_endorsement_link: AllowedAct
    readonly adjust: AllowedAct
    readonly cancel: AllowedAct
    readonly move_end: AllowedAct
    readonly withdraw: AllowedAct
    readonly reactivate: AllowedAct
    readonly record_delivery: AllowedAct
    readonly hold_dunning: AllowedAct
    readonly reveal: AllowedAct
  }
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
    readonly distributor: Link
    readonly item: Link
    readonly touchpoint: Link
    readonly endorsement?: TransactionLink
    readonly adjust?: TransactionLink
    readonly cancel?: TransactionLink
    readonly move_end?: TransactionLink
    readonly withdraw?: TransactionLink
    readonly reactivate?: TransactionLink
    readonly renewal?: Link
    readonly preview?: TransactionLink
  }
}

/** The part of a policy that a public key can see. */
export type PublicPolicy = {
  /** The id of the offer. The policy that it becomes has the same id. */
  readonly id: string
  /** The policy number, as printed on documents. */
  readonly insurer_policy_id: string
  /** The policy number in the insurer's own systems; empty until it is set. */
  readonly insurer_external_policy_id: string
  /** `ready`: an offer. `accepted`: a payment has started. `paid`: a policy, in force or about to start. `cancelled`, `expired`: no longer in force. */
  readonly status: 'ready' | 'accepted' | 'paid' | 'cancelled' | 'expired'
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
  }
}

/** The quote that an offer or policy is based on. */
export type QuoteOfPolicy = {
  /** The version of this structure: 2. */
  readonly version: number
  /** The customer's answers as they were sent. Fields that the product marks as personal may be masked. */
  readonly customer_input: {
    readonly [name: string]: unknown
  }
  /** The payment plan. */
  readonly subscription_plan_id: string
  /** The amount of one payment. In whole minor units. */
  readonly gross_payment_amount: number
  /** The premium of one payment. */
  readonly payment_data: {
    /** The premium including tax. In whole minor units. */
    readonly gross_premium: number
    /** The premium tax. In whole minor units. */
    readonly premium_tax: number
    /** The premium before tax. In whole minor units. */
    readonly net_premium: number
    /** The net premium less commission. In whole minor units. */
    readonly net_net_premium: number
    /** The commission. In whole minor units. */
    readonly net_commission_total: number
    /** The tax rate, for example 0.19. */
    readonly tax_rate: number
  }
  /** The total premium. */
  readonly data: {
    /** The premium including tax. In whole minor units. */
    readonly total_gross_premium: number
    /** The premium tax. In whole minor units. */
    readonly total_premium_tax: number
    /** The premium before tax. In whole minor units. */
    readonly total_net_premium: number
    /** The first day of cover. */
    readonly start_date: string
  }
  /** How the start and end of cover are determined. With `fixed_start` the policy is open-ended. */
  readonly duration_strategy:
    | 'fixed_start'
    | 'fixed_end'
    | 'fixed_start_end'
    | 'start_plus_duration'
  /** The start of cover that the duration strategy uses. */
  readonly duration_data: {
    /** When cover begins. */
    readonly policy_start_date: string
  }
  /** The number of payments per year. */
  readonly billing_cycles: number
  /** When the quote was created. */
  readonly issue_date: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The pricing logic. */
  readonly pricing_logic_id: string
  /** The revision of the pricing logic. */
  readonly pricing_logic_revision_id: string
  /** Empty. */
  readonly insurer_private_data: readonly unknown[]
  /** The integration through which it was quoted. */
  readonly integration_id: string
  /** The version of that integration. */
  readonly integration_version_id: string
  /** The version of the product. */
  readonly product_version_id: string
  /** The item that was quoted. */
  readonly item_id: string
}

/** The account statement of a policy, with its balance. */
export type PolicyAccount = {
  /** The policy. */
  readonly policy_id: string
  /** The currency of all amounts. */
  readonly currency: string
  /** The last day of the statement, in the time zone of the policy. */
  readonly on: string
  /** What the customer owes at the end of that day; negative if the customer has credit. In whole minor units. */
  readonly owed: number
  /** Oldest first. */
  readonly entries: readonly {
    /** A `charge` is a change in the price of a billing period. An `invoice`, a `credit_note` and an expected payment `on_account` do not change the balance. A `receipt` is a payment by bank transfer. A `recovery` is an amount that was written off and then received or no longer charged. An `unapplied_payment` came too late or with another amount; the `unapplied_refund` returns it. Neither changes the balance. */
    readonly kind:
      | 'charge'
      | 'fee'
      | 'goodwill'
      | 'correction'
      | 'invoice'
      | 'credit_note'
      | 'on_account'
      | 'payment'
      | 'receipt'
      | 'unapplied_payment'
      | 'charge_back'
      | 'refund'
      | 'unapplied_refund'
      | 'failed_refund'
      | 'payout'
      | 'failed_payout'
      | 'write_off'
      | 'recovery'
    /** The id of the version that charged, the invoice, the payment or the refund. */
    readonly id: string
    /** The day of the entry, in the time zone of the policy. */
    readonly date: string
    /** The time of the entry. */
    readonly at: string
    /** The change of the balance; negative if the customer owes less. In whole minor units. */
    readonly amount: number
    /** The balance after the entry; negative if the customer has credit. In whole minor units. */
    readonly owed: number
    /** The first day of the charged period. */
    readonly first_day: string | null
    /** The last day of the charged period. */
    readonly last_day: string | null
    /** The total of the invoice, payment or refund. In whole minor units. */
    readonly total: number | null
    /** When the invoice is due. */
    readonly due_date: string | null
    /** The payment provider. */
    readonly provider: string | null
    /** Why the amount was written off, or why the refund failed. */
    readonly reason: string | null
    /** A link to the document of the invoice or credit note, which needs no key. Null if the product has no such document, or while there is no invoice number. */
    readonly document: string | null
  }[]
  /** The invoices of the statement that are open now, earliest due date first. */
  readonly open_invoices: readonly {
    /** The invoice. */
    readonly id: string
    /** The total of the invoice. In whole minor units. */
    readonly total: number
    /** The open amount. In whole minor units. */
    readonly open: number
    /** When it is due. */
    readonly due_date: string
  }[]
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** Settings of the link. */
export type CreateEndorsementLink = {
  /** The day from which the endorsement takes effect, an ISO 8601 date. Defaults to the day on which the endorsement is made, which also applies if this day has passed by then. */
  readonly effective_date?: string
}

/** A link for a customer to endorse a policy on a page. */
export type EndorsementLink = {
  /** The policy that the link can endorse, and no other. */
  readonly policy_id: string
  /** Send it in the header `Endorsement-Token`, with a public key. It is shown only once. */
  readonly token: string
  /** Append it after `#` to the address of a checkout to open the endorsement form. */
  readonly fragment: string
  /** The day from which the endorsement takes effect; null for the day on which it is made. */
  readonly effective_date: string | null
  /** When the link expires: one day after it was created. */
  readonly expires_at: string
  /** Links to related resources. */
  readonly _links: {
    readonly policy: Link
  }
}

/** The data a page needs to endorse a policy. */
export type OpenedEndorsement = {
  /** The policy. */
  readonly policy_id: string
  /** The active version. Send it as `If-Match` with the endorsement. */
  readonly version_id: string
  /** The policy number. */
  readonly insurer_policy_id: string
  /** The language in which the policy was sold. */
  readonly language: string
  /** The day from which an endorsement takes effect. */
  readonly effective_date: string
  /** Whether the policy can be endorsed now. */
  readonly is_endorsable: boolean
  /** The version of an endorsement that was requested before and is in progress or waits for its payment: see its status. Null if there is none. */
  readonly waiting_version_id: string | null
  /** The answers that may be changed, with their rules in `quote_patch` of the product. */
  readonly questions: readonly Question[]
  /** The members of the policy that may be changed without a quote, with their rules in `policy_patch` of the product. Absent with the token of an endorsement link. */
  readonly policy_questions?: readonly Question[]
  /** The answers that apply on that day. Fields that the product marks as personal may be masked. */
  readonly data: {
    readonly [name: string]: unknown
  }
  /** The amount of one payment on that day. In whole minor units. */
  readonly gross_payment_amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The insured item. */
  readonly item_id: string
  /** The payment plan. */
  readonly subscription_plan_id: string
  /** The integration through which the policy was sold. */
  readonly touchpoint_id: string
  /** The product version that applies on that day; its form has the labels. */
  readonly product_version_id: string
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** An endorsement. Only fields that the product lists in `policy_patch` can be changed. */
export type EndorsePolicy = {
  /** The customer's first name. */
  readonly first_name?: string
  /** The customer's last name. */
  readonly last_name?: string
  /** The customer's e-mail address. */
  readonly email?: string
  /** The policy data to change. Objects are merged into the existing data, lists are replaced. The id of a dataset item (`dai_...`) may be sent in place of the item. */
  readonly data?: {
    readonly [name: string]: unknown
  }
  /** The token of a quote for an endorsement of this policy. The quote determines the new price and the effective date. An increase that is due now is `proposed` first: the status link has the payment token for it. */
  readonly quote_token?: string
  /** The day from which the endorsement takes effect, an ISO 8601 date within the policy period. Today by default. It can be backdated as far as the product allows. */
  readonly effective_date?: string
  /** The token of a preview of this transaction. The amounts are then guaranteed to be those of the preview: otherwise the request is refused with 412, or the transaction fails if they change while it is carried out. */
  readonly preview_token?: string
}

/** The reason and the last day of a cancellation. */
export type CancelPolicy = {
  /** The reason, in your own words. */
  readonly cancellation_reason: string
  /** The last day of cover, an ISO 8601 date. It must not be after the end of the policy, nor before its start unless cover has not begun yet. */
  readonly termination_date: string
  /** Who ends the contract: the `customer`, the `insurer`, or both by `agreement`. The product says which of them it has, with their refund, notice and letter. If left out, the terms of the product apply and no notice is checked. */
  readonly cancellation_kind?: 'customer' | 'insurer' | 'agreement'
  /** The code of a reason that the product lists for this kind, such as `sold`. */
  readonly cancellation_reason_code?: string
  /** The day on which the notice was received, an ISO 8601 date; today if left out. The notice period counts from it. */
  readonly received_on?: string
  /** The day of the event that gives the right to cancel, an ISO 8601 date, such as the settlement of a claim. Required for reasons with a limited time after it. */
  readonly occurred_on?: string
  /** The token of a preview of this transaction. The amounts are then guaranteed to be those of the preview: otherwise the request is refused with 412, or the transaction fails if they change while it is carried out. */
  readonly preview_token?: string
}

/** The effect of a policy transaction. Nothing has changed. */
export type TransactionPreview = {
  /** The policy. */
  readonly policy_id: string
  /** The version of the policy that the preview is based on. Send it as `If-Match`. */
  readonly version_id: string
  /** The kind of transaction. A `correction` is an endorsement that takes effect on a day in the past. */
  readonly transaction:
    | 'endorsement'
    | 'correction'
    | 'adjustment'
    | 'cancellation'
    | 'end_move'
    | 'withdrawal'
    | 'reinstatement'
    | 'renewal'
  /** The day from which the transaction takes effect. */
  readonly effective_date: string
  /** The last day of cover of a cancellation or a withdrawal; otherwise null. */
  readonly termination_date: string | null
  /** The kind of a cancellation that names one, and its notice; otherwise null. */
  readonly cancellation: {
    /** Who ends the contract. */
    readonly kind: string
    /** The code of the reason; null if none was named. */
    readonly reason_code: string | null
    /** The day on which the notice was received. */
    readonly received_on: string
    /** The day of the event that gives the right; null if none was named. */
    readonly occurred_on: string | null
    /** The first last day of cover that the notice allows; null if no notice is checked. */
    readonly first_possible_date: string | null
  } | null
  /** The policy period, in segments of days with the same data and price, before and after the transaction. */
  readonly timeline: {
    /** The segments now. */
    readonly before: readonly {
      /** The first day of the segment. It lasts until the next segment begins. */
      readonly first_day: string
      /** `cover`: insured. `gap`: not insured, free of charge. `suspended`: not insured, but charged. `ended`: after the last day of cover. `void`: withdrawn from, free of charge. */
      readonly kind: 'cover' | 'gap' | 'suspended' | 'ended' | 'void'
      /** The price of a whole billing period. In whole minor units. */
      readonly gross_payment_amount: number
    }[]
    /** The segments after the transaction. */
    readonly after: readonly {
      /** The first day of the segment. It lasts until the next segment begins. */
      readonly first_day: string
      /** `cover`: insured. `gap`: not insured, free of charge. `suspended`: not insured, but charged. `ended`: after the last day of cover. `void`: withdrawn from, free of charge. */
      readonly kind: 'cover' | 'gap' | 'suspended' | 'ended' | 'void'
      /** The price of a whole billing period. In whole minor units. */
      readonly gross_payment_amount: number
    }[]
  }
  /** The changes to billing periods that were already charged. A reinstatement adds the periods that fell due in the meantime, a renewal the charge of its first day. */
  readonly charges: readonly {
    /** The first day of the billing period. */
    readonly first_day: string
    /** The last day of the billing period. */
    readonly last_day: string
    /** The difference in the price of the period; negative if it becomes cheaper. In whole minor units. */
    readonly amount: number
    /** The tax in this amount. In whole minor units. */
    readonly tax: number
    /** The fees in this amount. In whole minor units. */
    readonly fee: number
    /** The difference in commission of the distributor. It is not part of the amount. In whole minor units. */
    readonly commission: number
  }[]
  /** The invoice; null if there is none. */
  readonly invoice: {
    /** The amount to pay, after credit of the customer is deducted. In whole minor units. */
    readonly amount: number
    /** The part of it that was invoiced before and is still open. A reinstatement has to be paid together with it. In whole minor units. */
    readonly arrears: number
    /** The last day to pay, or the due date of the instalment that includes it. */
    readonly due_date: string | null
    /** Whether the transaction takes effect only once it is paid for. */
    readonly is_paid_first: boolean
  } | null
  /** The credit that stays with the policy for the next instalment. In whole minor units. */
  readonly credit: number
  /** The refund if the transaction were requested now. */
  readonly refund: {
    /** The amount of the refund, in minor units. */
    readonly amount: number
    /** ISO 4217, in lower case; the currency of all amounts here. */
    readonly currency: string
    /** The cancellation term of the product that determines the refund. */
    readonly method: string
  }
  /** The documents that are created once the transaction takes effect. */
  readonly documents: readonly {
    /** The designation of the document in the product. */
    readonly designation: string
    /** The name of the document. */
    readonly name: string
    /** The language of the document. */
    readonly language: string
  }[]
  /** Fields whose new value ends on a certain day, because another transaction already sets them from that day. */
  readonly conflicts: readonly {
    /** The name of the field. */
    readonly field: string
    /** `data` for the policy data; null for other fields. */
    readonly path: string | null
    /** The day from which a later transaction sets the field. */
    readonly from: string
  }[]
  /** The change of the payment plan; null if the plan stays. */
  readonly plan_change: {
    /** The payment plan until then. */
    readonly subscription_plan_id_before: string
    /** The payment plan from the effective date. */
    readonly subscription_plan_id: string
    /** The period that one payment covers until then. Null for a single payment. */
    readonly billing_period_before: 'month' | 'quarter' | 'half_year' | 'year' | null
    /** The period that one payment covers from the effective date. Null for a single payment. */
    readonly billing_period: 'month' | 'quarter' | 'half_year' | 'year' | null
    /** The first payment by the new plan. */
    readonly first_payment: {
      /** The first day that it pays for: the effective date. */
      readonly first_day: string
      /** The last day that it pays for. */
      readonly last_day: string
      /** The amount. It is less than one payment if the plan begins within a billing period. In whole minor units. */
      readonly amount: number
      /** The tax in this amount. In whole minor units. */
      readonly tax: number
      /** The due date according to the plan. */
      readonly due_date: string
    }
  } | null
  /** The next term, if a renewal is previewed; otherwise null. */
  readonly renewal: {
    /** The state of the renewal: `offered` at this price, or still `accepted`; `blocked` because the policy no longer fits the product; or `knocked_out`. */
    readonly state: 'offered' | 'accepted' | 'blocked' | 'knocked_out'
    /** Whether the policy renews automatically, or only if the renewal is accepted. */
    readonly kind: 'automatic' | 'on_acceptance'
    /** The first day of the next term. */
    readonly first_day: string
    /** The last day of the next term. */
    readonly last_day: string
    /** The current price of a billing period. In whole minor units. */
    readonly gross_payment_amount_before: number
    /** The price of a billing period in the next term; null if there is no price. In whole minor units. */
    readonly gross_payment_amount: number | null
    /** The payment plan of the next term. */
    readonly subscription_plan_id: string | null
    /** The product version of the next term. */
    readonly product_version_id: string
    /** Whether this is an estimate by the product version and the policy of today: the next term is not offered so yet, and its price may differ. */
    readonly is_estimate: boolean
    /** Why the renewal is blocked; otherwise empty. */
    readonly problems: readonly {
      /** The kind of problem: `answer` and `field` concern one field, the others the product. */
      readonly code: string
      /** The name of the answer or field. */
      readonly field: string | null
      /** The object that holds the field; null for members of the request itself. */
      readonly path: string | null
      /** The failed rules. */
      readonly rules: readonly string[]
      /** What is wrong, in a sentence. */
      readonly message: string
      /** How to fix it. */
      readonly fix: string
    }[]
  } | null
  /** Send it with the transaction to guarantee these amounts. */
  readonly preview_token: string
  /** When the token expires. */
  readonly expires_at: string
}

/** The transaction to preview: exactly one of these. */
export type PreviewTransaction = {
  /** A cancellation, with the members of its request. */
  readonly cancellation?: {
    /** The last day of cover, an ISO 8601 date. It must not be after the end of the policy, nor before its start unless cover has not begun yet. */
    readonly termination_date: string
    /** Who ends the contract: the `customer`, the `insurer`, or both by `agreement`. The product says which of them it has, with their refund, notice and letter. If left out, the terms of the product apply and no notice is checked. */
    readonly cancellation_kind?: 'customer' | 'insurer' | 'agreement'
    /** The code of a reason that the product lists for this kind, such as `sold`. */
    readonly cancellation_reason_code?: string
    /** The day on which the notice was received, an ISO 8601 date; today if left out. The notice period counts from it. */
    readonly received_on?: string
    /** The day of the event that gives the right to cancel, an ISO 8601 date, such as the settlement of a claim. Required for reasons with a limited time after it. */
    readonly occurred_on?: string
  }
  /** A move of the end, with the members of its request. */
  readonly end_move?: {
    /** The new last day of cover, an ISO 8601 date: earlier than now agreed, or later up to the end of the term. */
    readonly termination_date: string
  }
  /** A withdrawal, with the members of its request. */
  readonly withdrawal?: {
    /** The day on which the withdrawal was received, an ISO 8601 date; today by default. It is the last day of cover if the customer agreed to earlier cover. */
    readonly received_on?: string
    /** The day on which it was sent, an ISO 8601 date; `received_on` by default. It decides whether the withdrawal is in time. */
    readonly sent_on?: string
  }
  /** An endorsement, with the members of its request. */
  readonly endorsement?: {
    /** The customer's first name. */
    readonly first_name?: string
    /** The customer's last name. */
    readonly last_name?: string
    /** The customer's e-mail address. */
    readonly email?: string
    /** The policy data to change. Objects are merged into the existing data, lists are replaced. The id of a dataset item (`dai_...`) may be sent in place of the item. */
    readonly data?: {
      readonly [name: string]: unknown
    }
    /** The token of a quote for an endorsement of this policy. The quote determines the new price and the effective date. An increase that is due now is `proposed` first: the status link has the payment token for it. */
    readonly quote_token?: string
    /** The day from which the endorsement takes effect, an ISO 8601 date within the policy period. Today by default. It can be backdated as far as the product allows. */
    readonly effective_date?: string
  }
  /** A premium adjustment, with the members of its request. */
  readonly adjustment?: {
    /** The first day of the term, an ISO 8601 date. The last term that is over if left out. */
    readonly term?: string
    /** The declared values, by the names of the answers. The product lists in `adjustment` which answers can be declared. */
    readonly answers: {
      readonly [name: string]: unknown
    }
  }
  /** A reinstatement, with the members of its request. */
  readonly reinstatement?: {
    /** True: the days since the last day of cover stay without cover and cost nothing. False (default): the policy continues as if it had never been cancelled. */
    readonly gap?: boolean
  }
  /** The renewal: the next term as it is offered or would be priced now. With `answers` or `data`, as a retry with them would price it; with a payment plan, as an acceptance with it would; with `endorsement`, as it would be with that. */
  readonly renewal?: {
    /** Answers for the next term, merged into the current ones. */
    readonly answers?: {
      readonly [name: string]: unknown
    }
    /** Policy data for the next term, merged into the current data. */
    readonly data?: {
      readonly [name: string]: unknown
    }
    /** The payment plan of the next term, which is then priced with it. The offered plan by default. */
    readonly subscription_plan_id?: string
    /** An endorsement of the next term, with the members of its request. */
    readonly endorsement?: {
      /** Answers for the next term, merged into the current ones. */
      readonly answers?: {
        readonly [name: string]: unknown
      }
      /** Policy data for the next term, merged into the current data. */
      readonly data?: {
        readonly [name: string]: unknown
      }
    }
  }
}

/** The values that were declared for a term that is over. */
export type AdjustPremium = {
  /** The first day of the term, an ISO 8601 date. The last term that is over if left out. */
  readonly term?: string
  /** The declared values, by the names of the answers. The product lists in `adjustment` which answers can be declared. */
  readonly answers: {
    readonly [name: string]: unknown
  }
  /** The token of a preview of this transaction. The amounts are then guaranteed to be those of the preview: otherwise the request is refused with 412, or the transaction fails if they change while it is carried out. */
  readonly preview_token?: string
}

/** The new last day of a policy that was cancelled for later. */
export type MoveEnd = {
  /** The new last day of cover, an ISO 8601 date: earlier than now agreed, or later up to the end of the term. */
  readonly termination_date: string
  /** The token of a preview of this transaction. The amounts are then guaranteed to be those of the preview: otherwise the request is refused with 412, or the transaction fails if they change while it is carried out. */
  readonly preview_token?: string
}

/** When a withdrawal was sent and received. */
export type WithdrawPolicy = {
  /** The day on which the withdrawal was received, an ISO 8601 date; today by default. It is the last day of cover if the customer agreed to earlier cover. */
  readonly received_on?: string
  /** The day on which it was sent, an ISO 8601 date; `received_on` by default. It decides whether the withdrawal is in time. */
  readonly sent_on?: string
  /** The token of a preview of this transaction. The amounts are then guaranteed to be those of the preview: otherwise the request is refused with 412, or the transaction fails if they change while it is carried out. */
  readonly preview_token?: string
}

/** The right of withdrawal of a policy. */
export type Withdrawal = {
  /** The policy. */
  readonly policy_id: string
  /** Whether the product gives a right of withdrawal. */
  readonly is_offered: boolean
  /** The first day of the period; null while it has not begun. */
  readonly first_day: string | null
  /** The last day on which a withdrawal can be sent; null while the period has not begun. */
  readonly last_day: string | null
  /** Whether the period has begun. Under the law of Germany it begins only once the documents are known to have arrived. */
  readonly has_begun: boolean
  /** Whether a withdrawal that is sent today is in time and possible. */
  readonly is_open: boolean
  /** Whether the customer agreed at the sale to be covered before the period is over. */
  readonly is_early_cover_agreed: boolean
  /** The day on which a withdrawal was received; null if there is none. */
  readonly withdrawn_on: string | null
  /** The deliveries of documents, in the order in which they were recorded. */
  readonly deliveries: readonly DocumentDelivery[]
}

/** A withdrawal from a contract. */
export type DeclareWithdrawal = {
  /** The customer's name. */
  readonly name: string
  /** The number of the policy. */
  readonly policy_number: string
  /** The e-mail address to which the receipt goes. */
  readonly email: string
  /** The language of the receipt; that of the product by default. */
  readonly language?: string
  /** Random characters of the sender. A request that is sent again with the same ones, and declares the same, gets the first receipt again. */
  readonly request_key?: string
}

/** What was declared and when. It is the same whether or not there is such a policy. */
export type WithdrawalReceipt = {
  /** The withdrawal. The insurer finds it by this id. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** When it was received, to the millisecond. */
  readonly received_at: string
  /** The name, as it was entered. */
  readonly name: string
  /** The policy number, as it was entered. */
  readonly policy_number: string
  /** The e-mail address to which the receipt goes. */
  readonly email: string
}

/** What the page shows on which customers of a product declare a withdrawal. */
export type WithdrawalPage = {
  /** The product. */
  readonly product_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The name of the insurer, who receives the withdrawal. */
  readonly insurer_name: string
  /** The name of the product by language. */
  readonly product_names: {
    readonly [name: string]: string
  }
  /** The languages of the product. */
  readonly languages: readonly string[]
  /** Its first language. */
  readonly default_language: string
  /** Whether the receipt is also sent by mail. If not, what the page shows is the receipt. */
  readonly mails_receipt: boolean
}

/** How a cancelled policy continues. */
export type ReinstatePolicy = {
  /** True: the days since the last day of cover stay without cover and cost nothing. False (default): the policy continues as if it had never been cancelled. */
  readonly gap?: boolean
  /** The token of a preview of this transaction. The amounts are then guaranteed to be those of the preview: otherwise the request is refused with 412, or the transaction fails if they change while it is carried out. */
  readonly preview_token?: string
}

/** Which documents a customer received, and when. */
export type RecordDelivery = {
  /** The documents that arrived. `policy`: the policy with its terms, the information that the law requires and the instruction on withdrawal. `termination`: the letter that ends a policy whose cover is suspended. `renewal_notice`: the notice of the next term. */
  readonly document: 'policy' | 'termination' | 'renewal_notice'
  /** The day on which the customer received them, an ISO 8601 date. */
  readonly delivered_on: string
  /** How that is known. Do not include personal data. */
  readonly evidence: string
}

/** A record that documents reached the customer. The newest of a document counts. */
export type DocumentDelivery = {
  /** The record. */
  readonly id: string
  /** The policy. */
  readonly policy_id: string
  /** The documents that arrived. `policy`: the policy with its terms, the information that the law requires and the instruction on withdrawal. `termination`: the letter that ends a policy whose cover is suspended. `renewal_notice`: the notice of the next term. */
  readonly document: 'policy' | 'termination' | 'renewal_notice'
  /** The day on which the customer received them. */
  readonly delivered_on: string
  /** How that is known. */
  readonly evidence: string
  /** The account that recorded it. */
  readonly recorded_by: string
  /** When it was recorded. */
  readonly recorded_at: string
}

/** The permission of a customer to collect instalments. */
export type Mandate = {
  /** The mandate. */
  readonly id: string
  /** The payment provider that collects. */
  readonly provider: string
  /** The payment method. */
  readonly method: string
  /** The reference of the mandate, as the bank shows it; null where it has none. */
  readonly reference: string | null
  /** The creditor identifier that the bank shows; null for cards. */
  readonly creditor_id: string | null
  /** What the provider shows of the means of payment, such as the last digits of a card; null if it shows nothing. */
  readonly hint: string | null
  /** `active`: instalments are collected with it. `replaced`: a newer mandate is used. `revoked`: see `revoked_by`. `declined`: permanently declined by the provider. */
  readonly status: 'active' | 'replaced' | 'revoked' | 'declined'
  /** The payment with which it was given; null if it was given by a link. */
  readonly payment_id: string | null
  /** The setup by which it was given without a payment; otherwise null. */
  readonly setup_id: string | null
  /** Collections with this mandate that were sent to the provider, and whose outcome is not known yet. Revoking the mandate does not stop them. */
  readonly pending_payment_ids: readonly string[]
  /** `provider`: the provider reports that the mandate no longer exists. `account`: the insurer or the distributor revoked it for the customer. Null if it was not revoked. */
  readonly revoked_by: 'provider' | 'account' | null
  /** Why it ended; null if nobody gave a reason. */
  readonly reason: string | null
  /** Since when it is in force. */
  readonly created_at: string
  /** When it ended; null while it is active. */
  readonly ended_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly revoke: AllowedAct
  }
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** The mandates of a policy. */
export type Mandates = {
  /** The policy. */
  readonly policy_id: string
  /** All mandates, in the order in which they ended; the active one is the last. */
  readonly mandates: readonly Mandate[]
  /** What the customer has begun by mandate links, oldest first. */
  readonly setups: readonly MandateSetup[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly create_link: AllowedAct
  }
}

export type RevokeMandate = {
  /** The reason for the revocation. Do not include personal data. */
  readonly reason: string
}

export type ChangePolicyholder = {
  /** The first name of the new policyholder. */
  readonly first_name: string
  /** The last name. */
  readonly last_name: string
  /** The e-mail address. The rules of the product check it, as in a sale. */
  readonly email: string
  /** What else the policy says of the person, such as the form of address, merged into its data. The rules of the product check it, as in a sale. */
  readonly data?: {
    readonly [name: string]: unknown
  }
  /** The customer that the person is already. By default a new policyholder is a new customer. */
  readonly customer_id?: string
  /** Why the policy has another policyholder, for the audit log. Do not include personal data. */
  readonly reason: string
}

/** A policy that has another policyholder. */
export type PolicyholderChanged = {
  /** The policy. */
  readonly policy_id: string
  /** The version that names the new policyholder. It is active. */
  readonly version_id: string
  /** The customer who holds the policy now. */
  readonly customer_id: string
  /** The customer who held it until now. */
  readonly previous_customer_id: string
  /** The day from which the policy names the new policyholder. */
  readonly effective_date: string
  /** The mandate that ended with it; null if none did. */
  readonly ended_mandate_id: string | null
}

/** A link for a customer to give a new mandate, without paying anything. */
export type MandateLink = {
  /** The policy for which the customer can give a mandate, and no other. */
  readonly policy_id: string
  /** Send it in the header `Mandate-Token`, with a public key. It is shown only once. */
  readonly token: string
  /** When the link expires: seven days after it was created. */
  readonly expires_at: string
  /** Links to related resources. */
  readonly _links: {
    readonly policy: Link
  }
}

/** A new mandate that a customer gives by a link. */
export type MandateSetup = {
  /** The setup. */
  readonly id: string
  /** The policy. */
  readonly policy_id: string
  /** The payment provider that will collect. */
  readonly provider: string
  /** The payment method. */
  readonly method: string
  /** `pending`: the provider, or the customer at the provider, has not decided yet. `ok`: the mandate is given, and the one before is replaced. `failed`: nothing has changed, and the customer can begin again. */
  readonly status: 'pending' | 'ok' | 'failed'
  /** Why it failed, for programs; otherwise null. */
  readonly error_code: string | null
  /** Why it failed, for people; otherwise null. */
  readonly reason: string | null
  readonly next_action?: NextAction
  /** When the customer began. */
  readonly created_at: string
  /** When it succeeded or failed; null while it is pending. */
  readonly ended_at: string | null
}

/** The data a page needs to let a customer give a mandate. `setup` is what the customer has done by the link; it is absent if nothing was done. With its status `ok` the link is used. */
export type OpenedMandateLink = {
  /** The policy. */
  readonly policy_id: string
  /** The policy number. */
  readonly insurer_policy_id: string
  /** The language in which the policy was sold. */
  readonly language: string
  /** When the link expires. */
  readonly expires_at: string
  /** How the customer can give a mandate. */
  readonly methods: readonly {
    /** A payment provider. */
    readonly provider: string
    /** A method of that provider. */
    readonly method: string
  }[]
  readonly setup?: MandateSetup
}

/** How the customer gives the mandate. */
export type SetUpMandate = {
  /** A payment provider of `methods`. */
  readonly provider: string
  /** A method of that provider. */
  readonly method: string
  /** Options of the provider, under its name. Options of other providers are ignored. */
  readonly provider_options?: {
    /** Only for the provider `sandbox`: `outcome` of the confirmation, and `mandate`, what becomes of the instalments, as for a payment. */
    readonly sandbox?: {
      /** As for a payment: `confirm` waits for the customer. */
      readonly outcome?:
        | 'ok'
        | 'failed'
        | 'pending'
        | 'confirm'
        | 'timeout'
        | 'unreached'
        | 'late'
        | 'charge_back'
      /** The outcome of instalments that are collected, as for a payment. */
      readonly mandate?:
        | 'ok'
        | 'none'
        | 'soft_decline'
        | 'hard_decline'
        | 'third_try'
        | 'revoked'
        | 'late'
        | 'charge_back'
        | 'pending'
        | 'timeout'
        | 'unreached'
    }
    /** Only for the provider `stripe`. */
    readonly stripe?: {
      /** A payment method of Stripe: the payment is confirmed at once. Without it the customer confirms in the form of Stripe: see `next_action`. */
      readonly payment_method?: string
      /** Where the bank sends the customer afterwards, if it asks on a page of its own. */
      readonly return_url?: string
    }
  }
  /** The same as `provider_options.sandbox`, which counts if both are sent. */
  readonly sandbox?: {
    /** As for a payment: `confirm` waits for the customer. */
    readonly outcome?:
      | 'ok'
      | 'failed'
      | 'pending'
      | 'confirm'
      | 'timeout'
      | 'unreached'
      | 'late'
      | 'charge_back'
    /** The outcome of instalments that are collected, as for a payment. */
    readonly mandate?:
      | 'ok'
      | 'none'
      | 'soft_decline'
      | 'hard_decline'
      | 'third_try'
      | 'revoked'
      | 'late'
      | 'charge_back'
      | 'pending'
      | 'timeout'
      | 'unreached'
  }
}

/** Why the price of a policy changed. */
export type PriceChange = {
  /** The policy. */
  readonly policy_id: string
  /** The policy number. */
  readonly insurer_policy_id: string
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The day from which the second price applies. */
  readonly effective_date: string
  /** The first price. */
  readonly before: {
    /** The version of the policy; null for a renewal that is only offered. Null for customers. */
    readonly version_id: string | null
    /** Whether there is cover on that day. Without cover, the price is the agreed one. */
    readonly cover: 'cover' | 'gap' | 'suspended' | 'ended' | 'void'
    /** The state of the renewal, for a term that has not begun yet; otherwise null. */
    readonly renewal:
      | 'scheduled'
      | 'offered'
      | 'accepted'
      | 'declined'
      | 'blocked'
      | 'knocked_out'
      | 'voided'
      | 'done'
      | null
    /** The amount of one payment. In whole minor units. */
    readonly gross_payment_amount: number
    /** The product version that determined the price. Null for customers. */
    readonly product_version_id: string | null
    /** The quote that the price comes from. Null for customers. */
    readonly quote_id: string | null
  }
  /** The second price. */
  readonly after: {
    /** The version of the policy; null for a renewal that is only offered. Null for customers. */
    readonly version_id: string | null
    /** Whether there is cover on that day. Without cover, the price is the agreed one. */
    readonly cover: 'cover' | 'gap' | 'suspended' | 'ended' | 'void'
    /** The state of the renewal, for a term that has not begun yet; otherwise null. */
    readonly renewal:
      | 'scheduled'
      | 'offered'
      | 'accepted'
      | 'declined'
      | 'blocked'
      | 'knocked_out'
      | 'voided'
      | 'done'
      | null
    /** The amount of one payment. In whole minor units. */
    readonly gross_payment_amount: number
    /** The product version that determined the price. Null for customers. */
    readonly product_version_id: string | null
    /** The quote that the price comes from. Null for customers. */
    readonly quote_id: string | null
  }
  /** The second price minus the first. In whole minor units. */
  readonly difference: number
  /** A sentence about the change: in the language of the caller if that is English, German, French or Italian, otherwise in English. */
  readonly summary: string
  /** The parts of the difference, in the order of the analysis. They add up to it exactly. */
  readonly shares: readonly {
    /** The cause of this part: an `answer`, a pricing `variable` of the integration, a `cell` or `table` of the pricing file, the `days`, the `structure` (changes of the pricing that cannot be isolated), or `rounding`. For customers, all causes on the side of the insurer are one share, `tariff`. */
    readonly cause:
      | 'answer'
      | 'variable'
      | 'cell'
      | 'table'
      | 'days'
      | 'structure'
      | 'rounding'
      | 'tariff'
    /** The field, the variable, or the place in the pricing file. */
    readonly place: string | null
    /** The earlier value; null if there was none. */
    readonly before: unknown
    /** The later value. */
    readonly after: unknown
    /** The part of the difference; never zero. In whole minor units. */
    readonly amount: number
    /** A sentence about this part. */
    readonly summary: string
  }[]
  /** The outputs that customers may see (`public_outputs` of the product). */
  readonly outputs: readonly {
    /** The name of the output. */
    readonly output: string
    /** The label of the output, by language. */
    readonly labels: {
      readonly [name: string]: string
    }
    /** The earlier value. */
    readonly before: unknown
    /** The later value. */
    readonly after: unknown
  }[]
}

/** The next term of a policy, and the state of its renewal. */
export type Renewal = {
  /** The policy. */
  readonly policy_id: string
  /** `scheduled`: the next term has no price yet. `offered`: it has a price. `blocked`: the policy no longer fits the product. `knocked_out`: the pricing declines it. `accepted` and `declined`: the decision on the offer. `voided`: the policy is cancelled. `done`: the policy has the next term. */
  readonly state:
    | 'scheduled'
    | 'offered'
    | 'accepted'
    | 'declined'
    | 'blocked'
    | 'knocked_out'
    | 'voided'
    | 'done'
  /** Whether the policy renews automatically, or only if the renewal is accepted. */
  readonly kind: 'automatic' | 'on_acceptance'
  /** The first day of the next term. */
  readonly first_day: string
  /** The last day of the next term; null until it has been priced. */
  readonly last_day: string | null
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The current price of a billing period. In whole minor units. */
  readonly gross_payment_amount_before: number
  /** The price of a billing period in the next term; null if there is no price. In whole minor units. */
  readonly gross_payment_amount: number | null
  /** The product version of the next term. */
  readonly product_version_id: string
  /** The payment plan of the next term; null until it has been priced. */
  readonly subscription_plan_id: string | null
  /** The quote for the next term; null if there is no price. */
  readonly quote_id: string | null
  /** Why the renewal is blocked; otherwise empty. */
  readonly problems: readonly {
    /** The kind of problem: `answer` and `field` concern one field, the others the product. */
    readonly code: string
    /** The name of the answer or field. */
    readonly field: string | null
    /** The object that holds the field; null for members of the request itself. */
    readonly path: string | null
    /** The failed rules. */
    readonly rules: readonly string[]
    /** What is wrong, in a sentence. */
    readonly message: string
    /** How to fix it. */
    readonly fix: string
  }[]
  /** When the renewal notice was created. */
  readonly offered_at: string | null
  /** When the renewal was accepted or declined. */
  readonly decided_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly accept: AllowedAct
    readonly decline: AllowedAct
    readonly retry: AllowedAct
  }
  /** Links to related resources. */
  readonly _links: {
    readonly policy: Link
    readonly accept?: TransactionLink
    readonly decline?: TransactionLink
  }
}

/** The next term as it is accepted; empty to accept it as it is offered. */
export type AcceptRenewal = {
  /** The payment plan of the next term, which is then priced with it. The offered plan by default. */
  readonly subscription_plan_id?: string
  /** The token of a preview of this transaction. The amounts are then guaranteed to be those of the preview: otherwise the request is refused with 412, or the transaction fails if they change while it is carried out. */
  readonly preview_token?: string
}

/** Changes for the next term only; usually empty. */
export type RetryRenewal = {
  /** Answers for the next term, merged into the current ones. */
  readonly answers?: {
    readonly [name: string]: unknown
  }
  /** Policy data for the next term, merged into the current data. */
  readonly data?: {
    readonly [name: string]: unknown
  }
}

/** What changes with the next term: answers that `quote_patch` lists, and policy data that `policy_patch` lists. */
export type EndorseNextTerm = {
  /** Answers for the next term, merged into the current ones. */
  readonly answers?: {
    readonly [name: string]: unknown
  }
  /** Policy data for the next term, merged into the current data. */
  readonly data?: {
    readonly [name: string]: unknown
  }
}

/** An endorsement that takes effect with the next term. */
export type NextTermEndorsement = {
  /** The endorsement. */
  readonly id: string
  /** The policy. */
  readonly policy_id: string
  /** The product version of the policy. */
  readonly product_version_id: string
  /** The integration that sold the policy. */
  readonly integration_id: string
  /** `pending`: the next term has not begun. `applied`: the policy has the next term, with the endorsement. `revoked`: somebody took it back. `voided`: the next term does not come, or not with the endorsement. */
  readonly state: 'pending' | 'applied' | 'revoked' | 'voided'
  /** The first day of the next term. */
  readonly effective_date: string
  /** The new answers. Fields that the product marks as personal may be masked. */
  readonly answers: {
    readonly [name: string]: unknown
  }
  /** The new policy data. Fields that the product marks as personal may be masked. */
  readonly data: {
    readonly [name: string]: unknown
  }
  /** The account that recorded it. */
  readonly recorded_by: string
  /** When it was recorded. */
  readonly recorded_at: string
  /** When it was applied, revoked or voided. */
  readonly ended_at: string | null
  /** Why it is void: declined, not_accepted, blocked, knocked_out, cancelled, price_held; otherwise null. */
  readonly void_reason: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly revoke: AllowedAct
  }
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** The endorsements of the next terms of a policy. */
export type NextTermEndorsements = {
  /** The policy. */
  readonly policy_id: string
  /** In the order in which they were recorded. Where two of them set the same field, the later one counts. */
  readonly endorsements: readonly NextTermEndorsement[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly record: AllowedAct
  }
}

/** The transaction is accepted and in progress. Follow the status link. */
export type AcceptedTransaction = {
  /** The policy. */
  readonly policy_id: string
  /** Links to related resources. */
  readonly _links: {
    readonly status: Link
  }
}

/** The status of a version of a policy. */
export type VersionStatus = {
  /** The policy. */
  readonly policy_id: string
  /** The version of the policy that the transaction creates. */
  readonly version_id: string
  /** `processing`: in progress. `proposed`: takes effect once it is paid for. `active`: the current version. `superseded`: replaced by a later version. `preempted`: another version took effect before this one was paid for. `lapsed`: not paid for in time. `failed`: the transaction was not carried out. */
  readonly status:
    | 'processing'
    | 'proposed'
    | 'active'
    | 'superseded'
    | 'preempted'
    | 'lapsed'
    | 'failed'
  /** The payment for a `proposed` version; null for all others. */
  readonly payment: {
    /** Send it as `token` when paying. */
    readonly token: string
    /** The amount to pay. In whole minor units. */
    readonly amount: number
    /** A lower-case ISO 4217 code. */
    readonly currency: string
    /** The last day to pay; afterwards the version lapses. */
    readonly pay_until: string
  } | null
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
    readonly policy: Link
    readonly documents?: Link
  }
}

/** The first and the last day of cover. */
export type Cover = {
  /** The first day of cover, from midnight in the time zone of the product. */
  readonly start_date: string
  /** The last day of cover; null if the policy is open-ended. */
  readonly end_date: string | null
}

/** The period of cover of an offer or policy. */
export type PolicyCover = {
  /** The first day of cover, from midnight in the time zone of the product. */
  readonly start_date: string
  /** The last day of cover; null if the policy is open-ended. */
  readonly end_date: string | null
  /** Whether the policy is in force now: it is paid for, not over or suspended, and cover has begun. A policy that was cancelled for later is in force until its last day. For a policy on a test clock, the time of that clock applies. */
  readonly in_force: boolean
}

/** A document of an offer or policy. */
export type Asset = {
  /** The designation of the document in the product, for example `offer`, `policy`, `cancellation` or `invoice`. */
  readonly designation: string
  /** The name of the document, in its language. */
  readonly name: string
  /** The file extension. */
  readonly extension: 'pdf'
  /** The language of the document: that of the customer, or the default language of the product. */
  readonly language: string
  /** The version of the policy that the document belongs to; null for a document of an invoice. */
  readonly version_id: string | null
  /** The invoice or credit note that the document shows; null for other documents. */
  readonly invoice_id: string | null
  /** The address of the document. It needs no key: anybody with the link can read the document. */
  readonly href: string
}

/** The documents of an offer or policy, and its period of cover. */
export type Assets = {
  /** The offer or policy. */
  readonly policy_id: string
  /** The documents, the main one first; empty if there are none. */
  readonly documents: readonly Asset[]
  readonly cover: PolicyCover
}

/** The documents that a customer receives before the contract. */
export type HandoverOfOffer = {
  /** The offer. */
  readonly policy_id: string
  /** Whether the offer can be paid only once it is complete: it was made with `handover_required`. */
  readonly required: boolean
  /** Whether the customer has received all documents. */
  readonly complete: boolean
  /** In the order of the product; empty if the product hands over none. */
  readonly documents: readonly {
    /** The designation of the document in the product, such as `ipid`. */
    readonly designation: string
    /** What the document is: the insurance product information document (`ipid`), the terms, the general information, or the instruction on withdrawal. */
    readonly kind: 'ipid' | 'terms' | 'information' | 'withdrawal_instruction'
    /** The name of the document, in its language. */
    readonly name: string
    /** The language of the document. */
    readonly language: string
    /** The address of the document, for the customer: opened by this link it is handed over. Other links to it record nothing. */
    readonly href: string
    /** When the customer received it first; null until then. */
    readonly handed_over_at: string | null
    /** How the customer received it first; null until then. `download`: opened by its link. `mail`: carried by a mail. */
    readonly by: 'download' | 'mail' | null
  }[]
}

/** The id and name of a linked resource. */
export type SmallRecord = {
  /** Its id. */
  readonly id: string
  /** Its name. */
  readonly name: string
}

/** A link to a resource. The name of the link says which one. */
export type Link = {
  /** An absolute address. */
  readonly href: string
}

/** A link to a transaction. The name of the link says which one. */
export type TransactionLink = {
  /** An absolute address. */
  readonly href: string
  /** The HTTP method. */
  readonly method: 'POST' | 'PATCH'
}

/** Whether the caller may do something now, and why not. */
export type AllowedAct = {
  /** Whether the call would be accepted now. */
  readonly allowed: boolean
  /** The code of the refusal; null for an allowed act. */
  readonly code: string | null
  /** Why it is refused, for people; null for an allowed act. */
  readonly reason: string | null
}

/** Success. */
export type Ok = {
  /** Always `ok`. */
  readonly status: 'ok'
}

/** Why a request was refused. All errors have this shape. */
export type Error = {
  /** The reason phrase of the HTTP status. */
  readonly status: string
  /** Why the request was refused, for programs to decide by: a code never changes its meaning. Absent where the body has `status` only. */
  readonly code?: ErrorCode
  /** What is wrong, in a sentence for people: its words may change. Absent where it would reveal something to a caller without access. */
  readonly message?: string
  /** All failing fields, in the order of the product definition. */
  readonly errors?: readonly FieldError[]
}

/** One field that fails validation. */
export type FieldError = {
  /** `required`: the field is missing or empty. `invalid_value`: it breaks a rule. */
  readonly code: 'required' | 'invalid_value'
  /** The name of the field. */
  readonly field: string
  /** The object that holds the field, for example `data`. Absent for members of the body itself. */
  readonly path?: string
  /** The names of the rules that failed, for example `max`. */
  readonly rules?: readonly string[]
  /** What is wrong, in a sentence for the person who fills in the field. Its language is the `language` of an offer, else the product language that `Accept-Language` prefers, else the default language of the product. Available in English, German, French and Italian; other languages get English. */
  readonly message: string
  /** The arguments of the failed rules as the product defines them, by rule name: `{"max": ["20"]}`. Omitted for rules without arguments or with very many. */
  readonly params: {
    readonly [name: string]: readonly string[]
  }
}

/** Reference data for front ends and pricing. */
export type Dataset = {
  /** The dataset. */
  readonly id: string
  /** The name of the dataset. */
  readonly name: string
  /** The languages of its items. */
  readonly languages: readonly string[]
}

/** One item in a list. */
export type DatasetEntry = {
  /** The id of the item. Send it in quote or policy data in place of its values. */
  readonly id: string
  /** The requested fields. */
  readonly value: {
    readonly [name: string]: unknown
  }
}

/** One item of a dataset. */
export type DatasetItem = {
  /** The dataset item. */
  readonly id: string
  /** All public fields, in the requested language. */
  readonly data: {
    readonly [name: string]: unknown
  }
}

/** An account of the ledger. */
export type LedgerAccount = {
  /** The account, as postings name it. */
  readonly account:
    | 'receivable'
    | 'bank'
    | 'cash'
    | 'collected_elsewhere'
    | 'unmatched_receipts'
    | 'customer_credit'
    | 'refunds_payable'
    | 'commission_payable'
    | 'tax'
    | 'tax_not_due'
    | 'premium'
    | 'fees'
    | 'corrections'
    | 'commission_expense'
    | 'goodwill'
    | 'waived'
    | 'written_off'
    | 'charge_back_loss'
    | 'provider_fees'
  /** Assets and expenses grow by debits, liabilities and income by credits. */
  readonly kind: 'asset' | 'liability' | 'income' | 'expense'
  /** What it is called. */
  readonly name: string
  /** What is posted to it. */
  readonly description: string
}

/** A posting: an amount that moves between two accounts. */
export type JournalLine = {
  /** Where it stands in the journal: its booking day and its number. */
  readonly id: string
  /** Rises within the journal. Numbers have gaps. */
  readonly number: number
  /** The day on which it was posted. It is never in a closed month of before. */
  readonly booking_day: string
  /** From when it counts: for a charge the first day of its period, for a receipt the day on which the bank had the money, otherwise the booking day. */
  readonly value_day: string
  /** The first day of the billing period that it is for, if any. */
  readonly service_from: string | null
  /** The last day of that period. */
  readonly service_to: string | null
  /** The debited account. */
  readonly debit:
    | 'receivable'
    | 'bank'
    | 'cash'
    | 'collected_elsewhere'
    | 'unmatched_receipts'
    | 'customer_credit'
    | 'refunds_payable'
    | 'commission_payable'
    | 'tax'
    | 'tax_not_due'
    | 'premium'
    | 'fees'
    | 'corrections'
    | 'commission_expense'
    | 'goodwill'
    | 'waived'
    | 'written_off'
    | 'charge_back_loss'
    | 'provider_fees'
  /** The credited account. */
  readonly credit:
    | 'receivable'
    | 'bank'
    | 'cash'
    | 'collected_elsewhere'
    | 'unmatched_receipts'
    | 'customer_credit'
    | 'refunds_payable'
    | 'commission_payable'
    | 'tax'
    | 'tax_not_due'
    | 'premium'
    | 'fees'
    | 'corrections'
    | 'commission_expense'
    | 'goodwill'
    | 'waived'
    | 'written_off'
    | 'charge_back_loss'
    | 'provider_fees'
  /** The amount, in minor units. It is above zero. In whole minor units. */
  readonly amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** In per cent, of premium and tax; null where it is not known. */
  readonly tax_rate: string | null
  /** What happened, for example `payment` and its id. */
  readonly cause: string
  /** The cause of the posting that this one corrects; null if none. */
  readonly corrects: string | null
  /** Why something was written off; null for all else. */
  readonly reason: string | null
  /** The policy; null for money that belongs to none. */
  readonly policy_id: string | null
  /** Its product. */
  readonly product_id: string | null
  /** The distributor that sold it. */
  readonly distributor_id: string | null
  /** When it was posted, on the clock of the policy. */
  readonly posted_at: string
}

/** The balances of all accounts. Those of a currency sum to zero. */
export type TrialBalance = {
  /** The first booking day. */
  readonly from: string
  /** The last booking day. */
  readonly to: string
  /** Every account that was used, by currency, in the order of the chart. */
  readonly accounts: readonly {
    /** ISO 4217, in lower case. */
    readonly currency: string
    /** The account. */
    readonly account:
      | 'receivable'
      | 'bank'
      | 'cash'
      | 'collected_elsewhere'
      | 'unmatched_receipts'
      | 'customer_credit'
      | 'refunds_payable'
      | 'commission_payable'
      | 'tax'
      | 'tax_not_due'
      | 'premium'
      | 'fees'
      | 'corrections'
      | 'commission_expense'
      | 'goodwill'
      | 'waived'
      | 'written_off'
      | 'charge_back_loss'
      | 'provider_fees'
    /** The balance before the first day: debits less credits. In whole minor units. */
    readonly opening: number
    /** What was debited on these days. In whole minor units. */
    readonly debit: number
    /** What was credited on these days. In whole minor units. */
    readonly credit: number
    /** The balance after the last day: debits less credits. In whole minor units. */
    readonly closing: number
  }[]
}

/** Premium and tax that were charged, less what was given back and written off. */
export type Taxes = {
  /** The first booking day. */
  readonly from: string
  /** The last booking day. */
  readonly to: string
  /** By country, class, currency and rate. */
  readonly lines: readonly {
    /** The country of risk; null where the product does not declare it. */
    readonly country: string | null
    /** The class of business; null where the product does not declare it. */
    readonly class_of_business: string | null
    /** ISO 4217, in lower case. */
    readonly currency: string
    /** In per cent; null where it is not known. */
    readonly rate: string | null
    /** The premium that was charged at this rate, net of tax and fees. In whole minor units. */
    readonly premium: number
    /** The tax on it. In whole minor units. */
    readonly tax: number
  }[]
}

/** Close a month for ever. */
export type CloseMonth = {
  /** The month, for example `2028-10`. */
  readonly month: string
}

/** A closed month. */
export type Closing = {
  /** The closing. */
  readonly id: string
  /** The month, for example `2028-10`. */
  readonly month: string
  /** Nothing is posted into the month from the first moment on. A month that is `summing` has no totals yet. */
  readonly state: 'summing' | 'closed'
  /** When it was closed. */
  readonly closed_at: string
  /** Who closed it. */
  readonly closed_by: {
    /** A key or a person. */
    readonly kind: 'key' | 'user'
    /** The id of the key or the person. */
    readonly id: string
  }
  /** How many postings were posted in it, and before it where it is the first closed month. */
  readonly postings: number | null
  /** What was posted, by currency and account. */
  readonly totals: readonly {
    /** ISO 4217, in lower case. */
    readonly currency: string
    /** The account. */
    readonly account:
      | 'receivable'
      | 'bank'
      | 'cash'
      | 'collected_elsewhere'
      | 'unmatched_receipts'
      | 'customer_credit'
      | 'refunds_payable'
      | 'commission_payable'
      | 'tax'
      | 'tax_not_due'
      | 'premium'
      | 'fees'
      | 'corrections'
      | 'commission_expense'
      | 'goodwill'
      | 'waived'
      | 'written_off'
      | 'charge_back_loss'
      | 'provider_fees'
    /** What was debited. In whole minor units. */
    readonly debit: number
    /** What was credited. In whole minor units. */
    readonly credit: number
  }[]
  /** SHA-256 of the postings, chained to the digest of the month before. `bindery accounting verify` computes it again from the journal. */
  readonly digest: string | null
}

export type AgreeOnCommission = {
  /** The day from which policies are sold under it. The first agreement of a distributor may begin in the past; a later one begins after the one before, and tomorrow at the earliest. */
  readonly first_day: string
  /** When commission is earned. `premium`: with each billing period that is charged. `payment`: as far as the invoice is paid. */
  readonly earned: 'premium' | 'payment'
  /** How many months after the start of cover a cancellation or a lapse takes commission back. Null: without end. 0: never. */
  readonly liability_months?: number | null
  /** How statements are settled. `paid_out`: by a transfer. `set_off`: against premium that the distributor has collected. */
  readonly payout: 'paid_out' | 'set_off'
}

/** What an insurer and a distributor have agreed about commission. */
export type CommissionAgreement = {
  /** The agreement. */
  readonly id: string
  /** The distributor. */
  readonly distributor_id: string
  /** It holds for policies sold from this day on, for their whole life. */
  readonly first_day: string
  /** When commission is earned. `premium`: with each billing period that is charged. `payment`: as far as the invoice is paid. */
  readonly earned: 'premium' | 'payment'
  /** How many months after the start of cover a cancellation or a lapse takes commission back. Null: without end. 0: never. */
  readonly liability_months: number | null
  /** How statements are settled. `paid_out`: by a transfer. `set_off`: against premium that the distributor has collected. */
  readonly payout: 'paid_out' | 'set_off'
  /** When it was made. */
  readonly created_at: string
}

/** All agreements with a distributor. */
export type CommissionAgreements = {
  /** The distributor. */
  readonly distributor_id: string
  /** Newest first. */
  readonly agreements: readonly CommissionAgreement[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly agree: AllowedAct
  }
}

/** Commission that was earned by a policy, or taken back. */
export type CommissionEntry = {
  /** The entry. */
  readonly id: string
  /** The policy. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** The distributor. */
  readonly distributor_id: string
  /** The agreement by which it was earned. */
  readonly agreement_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** `charge`: premium was charged or given back. `payment`, `charge_back`, `write_off`: an invoice was paid, its payment was charged back, or it was written off. `invoice`: an invoice was made or corrected. */
  readonly cause: 'charge' | 'payment' | 'charge_back' | 'write_off' | 'invoice'
  /** The version of the policy that charged; null for other causes. */
  readonly version_id: string | null
  /** The invoice; null where it was none, or several. */
  readonly invoice_id: string | null
  /** What was earned. Below zero what was taken back. In whole minor units. */
  readonly amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The day of its posting. It decides which statement it belongs to. */
  readonly booking_date: string
  /** When it was posted. */
  readonly created_at: string
}

/** What a distributor has earned in a month. It never changes. */
export type CommissionStatement = {
  /** The statement. */
  readonly id: string
  /** The distributor. */
  readonly distributor_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The month, for example `2028-10`. */
  readonly month: string
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** `open`: it is to be paid out or set off. `done`: it was. `carried_forward`: the balance is not above zero, and the next statement begins with it. */
  readonly state: 'open' | 'done' | 'carried_forward'
  /** What the distributor owed by the statement before: zero or below. In whole minor units. */
  readonly carried_forward: number
  /** What was earned. In whole minor units. */
  readonly earned: number
  /** What was taken back: zero or below. In whole minor units. */
  readonly clawed_back: number
  /** The sum of these three. In whole minor units. */
  readonly balance: number
  /** How many entries it has. */
  readonly entries: number
  /** How statements are settled. `paid_out`: by a transfer. `set_off`: against premium that the distributor has collected. */
  readonly payout: 'paid_out' | 'set_off'
  /** When it was made. */
  readonly created_at: string
  /** The day on which it was paid out or set off; null before. */
  readonly done_on: string | null
  /** How the payment is found again; null before. */
  readonly reference: string | null
}

/** A commission statement, with what the caller may do with it. */
export type ShownCommissionStatement = {
  /** The statement. */
  readonly id: string
  /** The distributor. */
  readonly distributor_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The month, for example `2028-10`. */
  readonly month: string
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** `open`: it is to be paid out or set off. `done`: it was. `carried_forward`: the balance is not above zero, and the next statement begins with it. */
  readonly state: 'open' | 'done' | 'carried_forward'
  /** What the distributor owed by the statement before: zero or below. In whole minor units. */
  readonly carried_forward: number
  /** What was earned. In whole minor units. */
  readonly earned: number
  /** What was taken back: zero or below. In whole minor units. */
  readonly clawed_back: number
  /** The sum of these three. In whole minor units. */
  readonly balance: number
  /** How many entries it has. */
  readonly entries: number
  /** How statements are settled. `paid_out`: by a transfer. `set_off`: against premium that the distributor has collected. */
  readonly payout: 'paid_out' | 'set_off'
  /** When it was made. */
  readonly created_at: string
  /** The day on which it was paid out or set off; null before. */
  readonly done_on: string | null
  /** How the payment is found again; null before. */
  readonly reference: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly finish: AllowedAct
  }
}

export type MakeCommissionStatement = {
  /** The distributor. */
  readonly distributor_id: string
  /** The month, for example `2028-10`. */
  readonly month: string
  /** ISO 4217, in lower case. */
  readonly currency: string
}

export type FinishCommissionStatement = {
  /** The day on which it was paid out or set off. */
  readonly done_on: string
  /** How the payment is found again. The distributor sees it. */
  readonly reference: string
}

/** A person to whom tasks are assigned. */
export type Colleague = {
  /** The person. */
  readonly id: string
  /** The name. */
  readonly name: string
}

/** A person who signs in. */
export type Person = {
  /** The person. */
  readonly id: string
  /** The e-mail address by which the person signs in. */
  readonly email: string
  /** The name of the person. */
  readonly name: string
}

/** A browser in which a person is signed in. */
export type Session = {
  /** The session. */
  readonly id: string
  /** Whether it is the session of this request. */
  readonly is_current: boolean
  /** How the person signed in. */
  readonly method: 'password' | 'password_and_code' | 'passkey' | 'single_sign_on' | 'link'
  /** The network address from which the person signed in. */
  readonly address: string
  /** The browser, as it describes itself. */
  readonly user_agent: string
  /** When the person signed in. */
  readonly created_at: string
  /** When it was last used, to the minute. */
  readonly last_seen_at: string
  /** When it ends if it is not used again. */
  readonly expires_at: string
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly end: AllowedAct
  }
}

/** A permission that the caller has. */
export type GrantedPermission = {
  /** The permission, for example `policies.cancel`. */
  readonly permission: string
  /** What it covers: whatever one of these covers. */
  readonly limits: readonly {
    /** The products that it is limited to; null for all. */
    readonly product_ids: readonly string[] | null
    /** The distributors that it is limited to; null for all. */
    readonly distributor_ids: readonly string[] | null
  }[]
}

/** The caller, and what it may do. */
export type Me = {
  /** The person who is signed in; null for a key. */
  readonly person: Person | null
  /** The session; null for a key or a personal token. */
  readonly session: Session | null
  /** What the person can sign in with; null for a key. */
  readonly factors: Factors | null
  /** The key; null for a person. */
  readonly key_id: string | null
  /** The account of this request; null if the person has several, and the request names none. */
  readonly account: Account | null
  /** True for live, false for test; null without an account. */
  readonly livemode: boolean | null
  /** Where the days of the account begin and end: the time zone of most of the products that it owns or sells. Null without an account or product. */
  readonly time_zone: string | null
  /** What the caller may do for this account, in this mode. */
  readonly permissions: readonly GrantedPermission[]
  /** The accounts that the caller can act for. */
  readonly accounts: readonly {
    /** The account. */
    readonly id: string
    /** An `insurer` owns products, a `distributor` sells them. */
    readonly kind: 'insurer' | 'distributor'
    /** The short name of the account, which products refer to. It is not a credential. */
    readonly key: string
    /** The name of the account. */
    readonly name: string
    /** Where mails to a distributor go; null where it gets none. Absent where a person sees the accounts that they belong to. */
    readonly email?: string | null
    /** What the caller may do with it now, and why not. */
    readonly allowed?: {
      readonly set_mail_address: AllowedAct
    }
    /** The roles in this account; empty for an unrestricted key. */
    readonly roles: readonly string[]
  }[]
}

/** The identity provider of the account, without its client secret. */
export type SingleSignOn = {
  /** The address of the provider, exactly as the provider writes it. */
  readonly issuer: string
  /** What the provider calls this server. */
  readonly client_id: string
  /** What the provider is asked for. */
  readonly scopes: readonly string[]
  /** The claim with the groups of a person. */
  readonly group_claim: string
  /** The roles of each group of the provider, by the name or the id that is in the claim. If there is any, the groups of a person decide about the roles at every sign-in. */
  readonly group_roles: {
    readonly [name: string]: readonly string[]
  }
  /** The roles of people who have no listed group. Without any they are refused. */
  readonly default_roles: readonly string[]
  /** Whether people join when they first sign in. Otherwise they must be invited. */
  readonly just_in_time: boolean
  /** Whether only single sign-on opens this account. Keys, personal tokens and the link of `npm run create-user` still open it. */
  readonly enforced: boolean
  /** The address that has to be allowed at the provider. */
  readonly redirect_uri: string
  /** Where people of this account sign in. */
  readonly sign_in_url: string
  /** When it was set up. */
  readonly created_at: string
  /** When it was last changed. */
  readonly changed_at: string
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly change: AllowedAct
    readonly remove: AllowedAct
  }
}

export type SetUpSingleSignOn = {
  /** The address of the provider, exactly as the provider writes it. */
  readonly issuer: string
  /** What the provider calls this server. */
  readonly client_id: string
  /** The secret for the client id. It is never shown. Without it the stored one stays, if the issuer is the same. */
  readonly client_secret?: string
  /** What the provider is asked for. `openid` is always among them; openid, email, profile by default. */
  readonly scopes?: readonly string[]
  /** The claim with the groups of a person. `groups` by default. */
  readonly group_claim?: string
  /** The roles of each group of the provider, by the name or the id that is in the claim. If there is any, the groups of a person decide about the roles at every sign-in. */
  readonly group_roles?: {
    readonly [name: string]: readonly string[]
  }
  /** The roles of people who have no listed group. Without any they are refused. */
  readonly default_roles?: readonly string[]
  /** Whether people join when they first sign in. Otherwise they must be invited. False by default. */
  readonly just_in_time?: boolean
  /** Whether only single sign-on opens this account. Keys, personal tokens and the link of `npm run create-user` still open it. False by default. */
  readonly enforced?: boolean
}

export type SignIn = {
  /** The e-mail address. */
  readonly email: string
  /** The password. */
  readonly password: string
}

export type AcceptInvitation = {
  /** The secret of the link. */
  readonly secret: string
  /** The new password. */
  readonly password?: string
  /** The name; as invited by default. */
  readonly name?: string
}

export type ResetPassword = {
  /** The secret of the link. */
  readonly secret: string
  /** The new password. */
  readonly password: string
}

export type LinkSecret = {
  /** The secret of the link. */
  readonly secret: string
}

export type RequestPasswordReset = {
  /** The e-mail address. */
  readonly email: string
}

export type ChangePassword = {
  /** The current password. Not needed for an hour after signing in by a link. */
  readonly current_password?: string
  /** The new password. */
  readonly password: string
}

export type ChangeMe = {
  /** Your name. */
  readonly name: string
}

export type ChangeEmail = {
  /** Your password. */
  readonly current_password: string
  /** The new e-mail address. */
  readonly email: string
}

/** A personal token, without its secret. */
export type PersonalToken = {
  /** The id of the token, not the token itself. */
  readonly id: string
  /** The account that the token opens. */
  readonly account_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The purpose of the token. */
  readonly name: string
  /** The last characters of the token. */
  readonly hint: string
  /** When the token was created. */
  readonly created_at: string
  /** When the token expires. */
  readonly expires_at: string
  /** The last day on which the token was used; null if never. */
  readonly last_used_on: string | null
  /** When the token was revoked; null if it was not. */
  readonly revoked_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly revoke: AllowedAct
  }
}

/** A new token, with its secret. */
export type NewPersonalToken = {
  /** The id of the token, not the token itself. */
  readonly id: string
  /** The account that the token opens. */
  readonly account_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The purpose of the token. */
  readonly name: string
  /** The last characters of the token. */
  readonly hint: string
  /** When the token was created. */
  readonly created_at: string
  /** When the token expires. */
  readonly expires_at: string
  /** The last day on which the token was used; null if never. */
  readonly last_used_on: string | null
  /** When the token was revoked; null if it was not. */
  readonly revoked_at: string | null
  /** The token itself. It is shown only once: a repeated request returns none. */
  readonly token?: string
}

export type CreatePersonalToken = {
  /** One of your accounts. */
  readonly account_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The purpose of the token. */
  readonly name: string
  /** For how many days the token works; 90 by default. */
  readonly valid_days?: number
}

/** A person of an account. */
export type User = {
  /** The person. */
  readonly id: string
  /** The account that the person belongs to, or is invited to. */
  readonly account_id: string
  /** The e-mail address. */
  readonly email: string
  /** The name. */
  readonly name: string
  /** The roles in this account. */
  readonly roles: readonly string[]
  /** `invited` until the person accepts; a `deactivated` person cannot sign in. */
  readonly status: 'invited' | 'active' | 'deactivated'
  /** When the person was last seen, in the last 90 days; else null. */
  readonly last_seen_at: string | null
  /** When somebody asked for a new password of this person; null if nobody did. */
  readonly reset_requested_at: string | null
  /** When the person joined the account, or was invited. */
  readonly created_at: string
}

/** An invited person. */
export type NewUser = {
  /** The person. */
  readonly id: string
  /** The account that the person belongs to, or is invited to. */
  readonly account_id: string
  /** The e-mail address. */
  readonly email: string
  /** The name. */
  readonly name: string
  /** The roles in this account. */
  readonly roles: readonly string[]
  /** `invited` until the person accepts; a `deactivated` person cannot sign in. */
  readonly status: 'invited' | 'active' | 'deactivated'
  /** When the person was last seen, in the last 90 days; else null. */
  readonly last_seen_at: string | null
  /** When somebody asked for a new password of this person; null if nobody did. */
  readonly reset_requested_at: string | null
  /** When the person joined the account, or was invited. */
  readonly created_at: string
  /** The invitation link, for you to pass on. It is shown only once: a repeated request returns none. */
  readonly link?: string
}

/** A person of an account, with sessions and links. */
export type UserDetails = {
  /** The person. */
  readonly id: string
  /** The account that the person belongs to, or is invited to. */
  readonly account_id: string
  /** The e-mail address. */
  readonly email: string
  /** The name. */
  readonly name: string
  /** The roles in this account. */
  readonly roles: readonly string[]
  /** `invited` until the person accepts; a `deactivated` person cannot sign in. */
  readonly status: 'invited' | 'active' | 'deactivated'
  /** When the person was last seen, in the last 90 days; else null. */
  readonly last_seen_at: string | null
  /** When somebody asked for a new password of this person; null if nobody did. */
  readonly reset_requested_at: string | null
  /** When the person joined the account, or was invited. */
  readonly created_at: string
  /** The sessions that open this account, newest first. */
  readonly sessions: readonly Session[]
  /** The links that still work, without their secrets. */
  readonly links: readonly {
    /** What the link is for. A change of address is confirmed by the old and by the new one. */
    readonly kind: 'invitation' | 'reset' | 'email_old' | 'email_new' | 'sign_in'
    /** The e-mail address; of a change of address the new one. */
    readonly email: string
    /** When it was created. */
    readonly created_at: string
    /** When it stops working. */
    readonly expires_at: string
  }[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly change_roles: AllowedAct
    readonly remove: AllowedAct
    readonly deactivate: AllowedAct
    readonly reactivate: AllowedAct
    readonly create_reset_link: AllowedAct
    readonly create_email_link: AllowedAct
    readonly remove_second_factor: AllowedAct
    readonly end_sessions: AllowedAct
  }
}

/** A link for a person, which works once. */
export type UserLink = {
  /** What the link is for. A change of address is confirmed by the old and by the new one. */
  readonly kind: 'invitation' | 'reset' | 'email_old' | 'email_new' | 'sign_in'
  /** The e-mail address; of a change of address the new one. */
  readonly email: string
  /** When it was created. */
  readonly created_at: string
  /** When it stops working. */
  readonly expires_at: string
  /** The link, for you to pass on. It is shown only once: a repeated request returns none. */
  readonly link?: string
}

export type InviteUser = {
  /** The account: one that you manage. Your own by default. */
  readonly account_id?: string
  /** The e-mail address. */
  readonly email: string
  /** The name. */
  readonly name: string
  /** Roles of `GET /manage/roles`. */
  readonly roles: readonly string[]
}

export type ChangeUserRoles = {
  /** Roles of `GET /manage/roles`. */
  readonly roles: readonly string[]
}

export type CreateEmailLink = {
  /** The address that the link is for. */
  readonly address: 'old' | 'new'
}

/** A session, or what it still takes to begin one. */
export type SignInAnswer = {
  /** `code` if the person has an authenticator app: send a code of it with the ticket to `/manage/sign_in/code`. Null if the person is signed in. */
  readonly next: 'code' | null
  /** For the next step, for 5 minutes; null if the person is signed in. */
  readonly ticket: string | null
  /** The person; null until signed in. */
  readonly person: Person | null
  /** The session; null until signed in. */
  readonly session: Session | null
}

/** What a person can sign in with. */
export type Factors = {
  /** Whether the person has a password. */
  readonly has_password: boolean
  /** Whether the person has an authenticator app. */
  readonly has_totp: boolean
  /** How many passkeys the person has. */
  readonly passkeys: number
}

export type BeginTotp = {
  /** The current password. Required if the person has one. */
  readonly current_password?: string
}

export type ConfirmTotp = {
  /** The six digits that the authenticator app shows now. */
  readonly code: string
}

export type RemoveTotp = {
  /** The current password. Required if the person has one. */
  readonly current_password?: string
  /** The six digits that the authenticator app shows now. */
  readonly code?: string
}

export type RenewRecoveryCodes = {
  /** The current password. Required if the person has one. */
  readonly current_password?: string
  /** The six digits that the authenticator app shows now. */
  readonly code?: string
}

export type SignInCode = {
  /** The ticket of the step before. */
  readonly ticket: string
  /** The six digits that the authenticator app shows now. */
  readonly code?: string
  /** One of the recovery codes, instead of a code. It counts once. */
  readonly recovery_code?: string
}

/** A passkey, by which a person signs in. */
export type Passkey = {
  /** The passkey. */
  readonly id: string
  /** How the person calls it. */
  readonly name: string
  /** When it was added. */
  readonly created_at: string
  /** When the person last signed in with it. */
  readonly last_used_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly remove: AllowedAct
  }
}

export type NewPasskey = {
  /** The current password. Required if the person has one. */
  readonly current_password?: string
}

export type AddPasskey = {
  /** The ticket of the step before. */
  readonly ticket: string
  /** How you call it. */
  readonly name: string
  /** The answer of the authenticator, as `toJSON()` writes it. */
  readonly response: {
    /** How the authenticator calls the passkey, in base64url. */
    readonly id: string
    /** The same as `id`. */
    readonly rawId: string
    /** `public-key`. */
    readonly type: string
    /** What the authenticator has signed. */
    readonly response: {
      /** What the browser says, in base64url. */
      readonly clientDataJSON: string
      /** The public key, in base64url. */
      readonly attestationObject: string
      /** How the browser reaches the authenticator. */
      readonly transports?: readonly string[]
      readonly [name: string]: unknown
    }
    readonly [name: string]: unknown
  }
}

export type SignInPasskey = {
  /** The ticket of the step before. */
  readonly ticket: string
  /** The answer of the authenticator, as `toJSON()` writes it. */
  readonly response: {
    /** How the authenticator calls the passkey, in base64url. */
    readonly id: string
    /** The same as `id`. */
    readonly rawId: string
    /** `public-key`. */
    readonly type: string
    /** What the authenticator has signed. */
    readonly response: {
      /** What the browser says, in base64url. */
      readonly clientDataJSON: string
      /** What the authenticator says, in base64url. */
      readonly authenticatorData: string
      /** The signature of both, in base64url. */
      readonly signature: string
      /** The person whom the authenticator means, in base64url. */
      readonly userHandle?: string | null
      readonly [name: string]: unknown
    }
    readonly [name: string]: unknown
  }
}

/** How people have to sign in to act for the account. */
export type SignInRules = {
  /** Whether people need an authenticator app or a passkey to act for the account. Single sign-on counts too. */
  readonly requires_second_factor: boolean
}

/** How people have to sign in to act for the account, and who may change that. */
export type SignInRulesShown = {
  /** Whether people need an authenticator app or a passkey to act for the account. Single sign-on counts too. */
  readonly requires_second_factor: boolean
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly change: AllowedAct
  }
}

export type RequestApproval = {
  /** Of the call. */
  readonly method: 'POST' | 'PATCH' | 'DELETE' | 'PUT'
  /** Of the call, with its query. */
  readonly path: string
  /** The body of the call, if it has one. */
  readonly body?: {
    readonly [name: string]: unknown
  }
  /** Why it is wanted, for the person who decides. Do not include personal data. */
  readonly reason: string
}

export type ApproveRequest = {
  /** For the audit log. Do not include personal data. */
  readonly comment?: string
}

export type DeclineRequest = {
  /** Why, for the person who made the request. Do not include personal data. */
  readonly comment: string
}

/** An act that waits for a second person, or has found one. */
export type Approval = {
  /** The request. */
  readonly id: string
  /** The mode that it was made in. Acts of both modes are listed in both. */
  readonly livemode: boolean
  /** `approved`: the act is done. A request that nobody decides about in time is `expired`. */
  readonly status: 'pending' | 'approved' | 'declined' | 'withdrawn' | 'expired'
  /** What the act is. */
  readonly act:
    | 'publishing'
    | 'role_changes'
    | 'refunds'
    | 'write_offs'
    | 'goodwill'
    | 'manual_fees'
    | 'corrections'
    | 'deferrals'
    | 'payouts'
    | 'payout_accounts'
    | 'accepted_differences'
    | 'mass_endorsements'
    | 'approval_rules'
  /** The operationId of the call. */
  readonly call: string
  /** The method of the call. */
  readonly method: string
  /** The path of the call, with its query. */
  readonly path: string
  /** The body of the call, without secrets; null if it has none, or is decided. */
  readonly body: {
    /** Of payouts: where the money goes. */
    readonly iban?: string
    /** Of payouts: whose account it is. */
    readonly holder?: string
    readonly [name: string]: unknown
  } | null
  /** What the act is about: for an invitation, the account. */
  readonly subject_id: string
  /** The amount that the act is about, in whole minor units; null if there is none. */
  readonly amount: number | null
  /** ISO 4217, in lower case; null without an amount. */
  readonly currency: string | null
  /** Why it was requested. */
  readonly reason: string
  /** Who made the request. */
  readonly requested_by: {
    /** The person. */
    readonly user_id: string
    /** The name. */
    readonly name: string | null
  }
  /** When it was made. */
  readonly created_at: string
  /** Until when it can be decided. */
  readonly expires_at: string
  /** Who approved, declined or withdrew it; null before, and if it has expired. */
  readonly decided_by: {
    /** The person. */
    readonly user_id: string
    /** The name. */
    readonly name: string | null
  } | null
  /** When it was decided, was withdrawn or expired; null before. */
  readonly decided_at: string | null
  /** What the person said who decided. */
  readonly comment: string | null
}

/** A request for approval, and what the caller may do with it. */
export type ApprovalDetails = {
  /** The request. */
  readonly id: string
  /** The mode that it was made in. Acts of both modes are listed in both. */
  readonly livemode: boolean
  /** `approved`: the act is done. A request that nobody decides about in time is `expired`. */
  readonly status: 'pending' | 'approved' | 'declined' | 'withdrawn' | 'expired'
  /** What the act is. */
  readonly act:
    | 'publishing'
    | 'role_changes'
    | 'refunds'
    | 'write_offs'
    | 'goodwill'
    | 'manual_fees'
    | 'corrections'
    | 'deferrals'
    | 'payouts'
    | 'payout_accounts'
    | 'accepted_differences'
    | 'mass_endorsements'
    | 'approval_rules'
  /** The operationId of the call. */
  readonly call: string
  /** The method of the call. */
  readonly method: string
  /** The path of the call, with its query. */
  readonly path: string
  /** The body of the call, without secrets; null if it has none, or is decided. */
  readonly body: {
    /** Of payouts: where the money goes. */
    readonly iban?: string
    /** Of payouts: whose account it is. */
    readonly holder?: string
    readonly [name: string]: unknown
  } | null
  /** What the act is about: for an invitation, the account. */
  readonly subject_id: string
  /** The amount that the act is about, in whole minor units; null if there is none. */
  readonly amount: number | null
  /** ISO 4217, in lower case; null without an amount. */
  readonly currency: string | null
  /** Why it was requested. */
  readonly reason: string
  /** Who made the request. */
  readonly requested_by: {
    /** The person. */
    readonly user_id: string
    /** The name. */
    readonly name: string | null
  }
  /** When it was made. */
  readonly created_at: string
  /** Until when it can be decided. */
  readonly expires_at: string
  /** Who approved, declined or withdrew it; null before, and if it has expired. */
  readonly decided_by: {
    /** The person. */
    readonly user_id: string
    /** The name. */
    readonly name: string | null
  } | null
  /** When it was decided, was withdrawn or expired; null before. */
  readonly decided_at: string | null
  /** What the person said who decided. */
  readonly comment: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly approve: AllowedAct
    readonly decline: AllowedAct
    readonly withdraw: AllowedAct
  }
}

/** A request that was approved and carried out. */
export type Approved = {
  /** The request. */
  readonly id: string
  /** The mode that it was made in. Acts of both modes are listed in both. */
  readonly livemode: boolean
  /** `approved`: the act is done. A request that nobody decides about in time is `expired`. */
  readonly status: 'pending' | 'approved' | 'declined' | 'withdrawn' | 'expired'
  /** What the act is. */
  readonly act:
    | 'publishing'
    | 'role_changes'
    | 'refunds'
    | 'write_offs'
    | 'goodwill'
    | 'manual_fees'
    | 'corrections'
    | 'deferrals'
    | 'payouts'
    | 'payout_accounts'
    | 'accepted_differences'
    | 'mass_endorsements'
    | 'approval_rules'
  /** The operationId of the call. */
  readonly call: string
  /** The method of the call. */
  readonly method: string
  /** The path of the call, with its query. */
  readonly path: string
  /** The body of the call, without secrets; null if it has none, or is decided. */
  readonly body: {
    /** Of payouts: where the money goes. */
    readonly iban?: string
    /** Of payouts: whose account it is. */
    readonly holder?: string
    readonly [name: string]: unknown
  } | null
  /** What the act is about: for an invitation, the account. */
  readonly subject_id: string
  /** The amount that the act is about, in whole minor units; null if there is none. */
  readonly amount: number | null
  /** ISO 4217, in lower case; null without an amount. */
  readonly currency: string | null
  /** Why it was requested. */
  readonly reason: string
  /** Who made the request. */
  readonly requested_by: {
    /** The person. */
    readonly user_id: string
    /** The name. */
    readonly name: string | null
  }
  /** When it was made. */
  readonly created_at: string
  /** Until when it can be decided. */
  readonly expires_at: string
  /** Who approved, declined or withdrew it; null before, and if it has expired. */
  readonly decided_by: {
    /** The person. */
    readonly user_id: string
    /** The name. */
    readonly name: string | null
  } | null
  /** When it was decided, was withdrawn or expired; null before. */
  readonly decided_at: string | null
  /** What the person said who decided. */
  readonly comment: string | null
  /** What the call has answered. It is shown only once: a repeated request returns none. */
  readonly result?: {
    readonly [name: string]: unknown
  }
}

export type ChangeApprovalRules = {
  /** All acts that need a second person. Others need none. */
  readonly rules: readonly {
    /** The act. */
    readonly act:
      | 'publishing'
      | 'role_changes'
      | 'refunds'
      | 'write_offs'
      | 'goodwill'
      | 'manual_fees'
      | 'corrections'
      | 'deferrals'
      | 'payouts'
      | 'payout_accounts'
      | 'accepted_differences'
      | 'mass_endorsements'
    /** Up to which amounts one person is enough; null or left out: never. */
    readonly above?:
      | readonly {
          /** The largest amount that one person is enough for, in whole minor units. */
          readonly amount: number
          /** ISO 4217, in lower case. */
          readonly currency: string
        }[]
      | null
  }[]
}

/** Which acts need a second person. */
export type ApprovalRules = {
  /** Every act that can need a second person. */
  readonly rules: readonly {
    /** The act. */
    readonly act:
      | 'publishing'
      | 'role_changes'
      | 'refunds'
      | 'write_offs'
      | 'goodwill'
      | 'manual_fees'
      | 'corrections'
      | 'deferrals'
      | 'payouts'
      | 'payout_accounts'
      | 'accepted_differences'
      | 'mass_endorsements'
    /** What it is. */
    readonly description: string
    /** Whether it needs a second person. */
    readonly needs_second_person: boolean
    /** Up to which amounts one person is enough; null: never. */
    readonly above:
      | readonly {
          /** The amount. In whole minor units. */
          readonly amount: number
          /** ISO 4217, in lower case. */
          readonly currency: string
        }[]
      | null
  }[]
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly change: AllowedAct
  }
}

/** An insurer or a distributor. */
export type Account = {
  /** The account. */
  readonly id: string
  /** An `insurer` owns products, a `distributor` sells them. */
  readonly kind: 'insurer' | 'distributor'
  /** The short name of the account, which products refer to. It is not a credential. */
  readonly key: string
  /** The name of the account. */
  readonly name: string
  /** Where mails to a distributor go; null where it gets none. Absent where a person sees the accounts that they belong to. */
  readonly email?: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly set_mail_address: AllowedAct
  }
}

export type SetMailAddress = {
  /** The e-mail address; null for no mails. */
  readonly email: string | null
}

export type CreateDistributor = {
  /** A short name of lower-case letters, digits and dashes. */
  readonly key: string
  /** The name of the account. */
  readonly name: string
}

export type AskForImpact = {
  /** The product version to analyse, usually a draft that was just pushed. */
  readonly product_version_id: string
  /** The policies or quotes to price. */
  readonly scope?: {
    /** `in_force` (default): policies in force today. `renewals`: the next terms of policies whose current term ends from `from` to `to`, priced with the live version and with this one on the first day of the next term. `quotes`: quotes of the last `days`, sold or not. */
    readonly kind?: 'in_force' | 'renewals' | 'quotes'
    /** For renewals: terms that end on this day or later. */
    readonly from?: string
    /** For renewals: terms that end on this day or earlier. */
    readonly to?: string
    /** For quotes: the number of days. */
    readonly days?: number
  }
  /** The fields to group the result by. */
  readonly by?: readonly {
    /** An answer, such as `region` or `company.city`, or one of `item`, `plan` and `integration`. */
    readonly field: string
    /** The lower bounds of bands for a number, in ascending order. */
    readonly bands?: readonly number[]
  }[]
  /** Whether the difference is split by cause, which takes several calculations per policy; true by default. */
  readonly shares?: boolean
}

/** An impact analysis: the effect of a product version on the prices of the portfolio. */
export type Impact = {
  /** The impact analysis. */
  readonly id: string
  /** The status of the analysis. */
  readonly status: 'queued' | 'running' | 'done' | 'failed' | 'stopped'
  /** The product. */
  readonly product_id: string
  /** The analysed version. */
  readonly product_version_id: string
  /** The live version when the analysis was requested; null if there was none. */
  readonly live_version_id: string | null
  /** The policies or quotes to price. */
  readonly scope: {
    /** The policies or quotes to price. */
    readonly kind: 'in_force' | 'renewals' | 'quotes'
    /** For renewals: the first day on which terms end. */
    readonly from?: string
    /** For renewals: the last day on which terms end. */
    readonly to?: string
    /** For quotes: the number of days. */
    readonly days?: number
  }
  /** The day as of which the portfolio is analysed. */
  readonly day: string
  /** The currency of the amounts: that of the live version, or of this version. */
  readonly currency: string
  /** The number of analyses that run before it. */
  readonly ahead: number
  /** The number of policies or quotes to price; null before they are counted. */
  readonly total: number | null
  /** The number of policies or quotes priced so far. */
  readonly done: number
  /** Why the analysis failed; null if it did not. */
  readonly failure: string | null
  /** The result; null until it is done. */
  readonly result: {
    /** The number of policies or quotes. */
    readonly count: number
    /** How many of them have a price in this version. */
    readonly priced: number
    /** How many of them this version declines with a knockout. */
    readonly knocked_out: number
    /** How many of them have answers that were valid before and that the rules of this version reject. */
    readonly refused: number
    /** For how many of them the calculation fails. */
    readonly failed: number
    /** How many of them this version does not sell, because it lacks their item, plan, integration or currency. */
    readonly not_sold: number
    /** The current premium of those with a price in this version. In minor units. */
    readonly premium_before: number
    /** Their premium in this version. In minor units. */
    readonly premium_after: number
    /** The current premium of those without a price in this version. In minor units. */
    readonly premium_unpriced: number
    /** The change of the premium of those with a price, in percent; null if it was zero. */
    readonly percent: number | null
    /** How many of them become more expensive. */
    readonly risen: number
    /** How many of them become cheaper. */
    readonly fallen: number
    /** How many of them keep the same premium. */
    readonly unchanged: number
    /** How many of them are free today and would have a premium. */
    readonly from_nothing: number
    /** The largest increase, in percent. */
    readonly greatest_rise_percent: number
    /** The largest decrease, in percent; negative. */
    readonly greatest_fall_percent: number
    /** The lowest of all changes in percent: a decrease, or the smallest increase. Null if there is none, or for analyses of earlier releases. */
    readonly least_percent: number | null
    /** The highest of all changes in percent: an increase, or the smallest decrease. Null if there is none, or for analyses of earlier releases. */
    readonly most_percent: number | null
    /** Rounded down: to 0.01 percent for changes up to 100 percent, to 1 percent above. */
    readonly quantiles: readonly {
      /** The quantile: a share of the policies or quotes with a price, in percent. */
      readonly share: number
      /** The change in percent that this share does not exceed; negative for a decrease. */
      readonly percent: number
    }[]
    /** Steps of 0.01 percent, and of 1 percent above 100 percent. Empty steps are omitted. */
    readonly histogram: readonly {
      /** The lower bound of the step, in percent. */
      readonly from_percent: number
      /** The number of changes in the step. */
      readonly count: number
    }[]
    /** The ten largest increases by amount. */
    readonly rise_most: readonly {
      /** The policy; null for a quote. */
      readonly policy_id: string | null
      /** The policy number, or the quote. */
      readonly name: string
      /** The quote that the price comes from. */
      readonly quote_id: string
      /** The current premium. In minor units. */
      readonly premium_before: number
      /** The premium in this version. In minor units. */
      readonly premium_after: number
      /** The change in percent; null if the current premium is zero. */
      readonly percent: number | null
    }[]
    /** The ten largest decreases by amount. */
    readonly fall_most: readonly {
      /** The policy; null for a quote. */
      readonly policy_id: string | null
      /** The policy number, or the quote. */
      readonly name: string
      /** The quote that the price comes from. */
      readonly quote_id: string
      /** The current premium. In minor units. */
      readonly premium_before: number
      /** The premium in this version. In minor units. */
      readonly premium_after: number
      /** The change in percent; null if the current premium is zero. */
      readonly percent: number | null
    }[]
    /** The difference of the premium by cause, largest first. The parts add up to the difference. Null if not requested. */
    readonly shares:
      | readonly {
          /** The kind of cause. */
          readonly cause:
            | 'answer'
            | 'variable'
            | 'cell'
            | 'table'
            | 'days'
            | 'structure'
            | 'rounding'
          /** The field, variable, cell, table or step; empty if there is none. */
          readonly place: string
          /** The value in the live version; null if it is too large to show. */
          readonly before: unknown
          /** The value in this version. */
          readonly after: unknown
          /** The effect on the premium. In minor units. */
          readonly premium: number
          /** The number of affected policies. */
          readonly count: number
        }[]
      | null
    /** The knockouts that decline. */
    readonly knocked_out_by: readonly {
      /** The field, cell or code; `(others)` after the fiftieth. */
      readonly cause: string
      /** The number of policies or quotes. */
      readonly count: number
      /** An example, with the reason of a failed calculation. */
      readonly example: string
    }[]
    /** The rejected fields; a policy may have several. */
    readonly refused_fields: readonly {
      /** The field, cell or code; `(others)` after the fiftieth. */
      readonly cause: string
      /** The number of policies or quotes. */
      readonly count: number
      /** An example, with the reason of a failed calculation. */
      readonly example: string
    }[]
    /** The places where calculations fail. */
    readonly failed_at: readonly {
      /** The field, cell or code; `(others)` after the fiftieth. */
      readonly cause: string
      /** The number of policies or quotes. */
      readonly count: number
      /** An example, with the reason of a failed calculation. */
      readonly example: string
    }[]
    /** The items, plans, integrations or currencies that this version lacks. */
    readonly not_sold_for: readonly {
      /** The field, cell or code; `(others)` after the fiftieth. */
      readonly cause: string
      /** The number of policies or quotes. */
      readonly count: number
      /** An example, with the reason of a failed calculation. */
      readonly example: string
    }[]
    /** The same figures by group, as requested. */
    readonly groups: readonly {
      /** The field of the group. */
      readonly field: string
      /** The values of the field; `(others)` after the hundredth. */
      readonly values: readonly {
        /** The value or band. */
        readonly value: string
        /** The number of policies or quotes. */
        readonly count: number
        /** How many of them have a price in this version. */
        readonly priced: number
        /** How many of them this version declines with a knockout. */
        readonly knocked_out: number
        /** How many of them have answers that were valid before and that the rules of this version reject. */
        readonly refused: number
        /** For how many of them the calculation fails. */
        readonly failed: number
        /** How many of them this version does not sell, because it lacks their item, plan, integration or currency. */
        readonly not_sold: number
        /** The current premium of those with a price in this version. In minor units. */
        readonly premium_before: number
        /** Their premium in this version. In minor units. */
        readonly premium_after: number
        /** The current premium of those without a price in this version. In minor units. */
        readonly premium_unpriced: number
        /** The change of the premium of those with a price, in percent; null if it was zero. */
        readonly percent: number | null
      }[]
    }[]
  } | null
  /** When the analysis was requested. */
  readonly created_at: string
  /** When it started; null while it waits. */
  readonly started_at: string | null
  /** When it ended; null until then. */
  readonly finished_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly stop: AllowedAct
  }
}

/** One change of many policies. */
export type CreateMassEndorsement = {
  /** The product whose policies are changed, by its id or key. */
  readonly product_id: string
  /** `tax_rate`: a change of tax by law. `indexation`: an answer rises by an index. `cancellation`: cancels each policy. `dunning_hold`: holds its dunning. `renewal_retry`: prices the next term again that is blocked or was knocked out. `task`: creates a task about it. */
  readonly kind:
    | 'tax_rate'
    | 'indexation'
    | 'cancellation'
    | 'dunning_hold'
    | 'renewal_retry'
    | 'task'
  /** For `tax_rate`: billing periods that are due from this day on have the new rate. For `indexation`: the answer rises with the terms that begin within a year from this day on, or on this day, as `indexation` of the product says. For `cancellation`: the last day of cover. For `dunning_hold`: the last day of the hold. For `task`: until when it is due. For `renewal_retry`: today. At most 10 years ahead. */
  readonly effective_date: string
  /** The change of the rate; for `tax_rate` alone. */
  readonly tax_rate?: {
    /** The rate until then, in percent, such as `19`. Other rates stay. */
    readonly from: string
    /** The new rate, in percent. */
    readonly to: string
  }
  /** The rise of an answer; for `indexation` alone. */
  readonly indexation?: {
    /** The answer that rises; `indexation` of the product lists it. */
    readonly answer: string
    /** By how much it rises, in percent, such as `3.2`. */
    readonly percent?: string
    /** To which value it rises, in place of `percent`. */
    readonly to?: number
  }
  /** The task that is created about each policy; for `task` alone. */
  readonly task?: {
    /** What is to be done. */
    readonly title: string
    /** The person who does it; nobody by default. */
    readonly assignee_id?: string
  }
  /** Which policies of the product are changed; all of them by default. */
  readonly filter?: {
    /** Whose last term was sold on this version. */
    readonly product_version_id?: string
    /** That this distributor sold. */
    readonly distributor_id?: string
    /** Whose last term was sold with this plan. */
    readonly subscription_plan_id?: string
    /** These policies alone, as far as they match. */
    readonly policy_ids?: readonly string[]
    /** `in_force`, or `ending`: cancelled for a later day. Both by default. */
    readonly situations?: readonly ('in_force' | 'ending')[]
  }
  /** Why, for the audit log. Do not include personal data. */
  readonly reason: string
}

/** One change of many policies. */
export type MassEndorsement = {
  /** The mass endorsement. */
  readonly id: string
  /** The status. */
  readonly status: 'draft' | 'previewing' | 'previewed' | 'running' | 'stopped' | 'done'
  /** The product whose policies are changed. */
  readonly product_id: string
  /** What is changed. */
  readonly kind:
    | 'tax_rate'
    | 'indexation'
    | 'cancellation'
    | 'dunning_hold'
    | 'renewal_retry'
    | 'task'
  /** The day, by the kind. */
  readonly effective_date: string
  /** The change of the rate; null for other kinds. */
  readonly tax_rate: {
    /** The rate until then, in percent. */
    readonly from: string
    /** The new rate, in percent. */
    readonly to: string
  } | null
  /** The rise of an answer; null for other kinds. */
  readonly indexation: {
    /** The answer that rises. */
    readonly answer: string
    /** By how much, in percent; null where it rises to a value. */
    readonly percent: string | null
    /** To which value; null where it rises by a percentage. */
    readonly to: number | null
  } | null
  /** The task that is created; null for other kinds. */
  readonly task: {
    /** What is to be done. */
    readonly title: string
    /** The person who does it; null for nobody. */
    readonly assignee_id: string | null
  } | null
  /** Which policies are changed. */
  readonly filter: {
    /** Of the last term; null for all. */
    readonly product_version_id: string | null
    /** Who sold them; null for all. */
    readonly distributor_id: string | null
    /** Of the last term; null for all. */
    readonly subscription_plan_id: string | null
    /** These policies alone; null for all that match. */
    readonly policy_ids: readonly string[] | null
    /** The situations of the policies. */
    readonly situations: readonly ('in_force' | 'ending')[]
  }
  /** Why. */
  readonly reason: string
  /** What it would do, as far as is known; null before. */
  readonly preview: {
    /** How many policies were looked at. */
    readonly policies: number
    /** How many policies change. */
    readonly applied: number
    /** How many policies somebody else is changing. */
    readonly waiting: number
    /** How many policies need no change, by the code of why. */
    readonly skipped: {
      readonly [name: string]: number
    }
    /** How many policies cannot be changed, by the code of why. */
    readonly failed: {
      readonly [name: string]: number
    }
    /** The premium before and after, by currency. */
    readonly money: readonly {
      /** ISO 4217, in lower case. */
      readonly currency: string
      /** How many policies change in this currency. */
      readonly policies: number
      /** All payments of a year, or of a term that is paid at once. In whole minor units. */
      readonly premium_before: number
      /** The same afterwards. In whole minor units. */
      readonly premium_after: number
      /** The tax in it. In whole minor units. */
      readonly tax_before: number
      /** The same afterwards. In whole minor units. */
      readonly tax_after: number
    }[]
    /** How many policies change by so many percent, rounded down. */
    readonly percents: {
      readonly [name: string]: number
    }
    /** The first 20 policies. */
    readonly results: readonly {
      /** The policy. */
      readonly policy_id: string
      /** `applied`, `skipped`: nothing is to be changed, `failed`, or `waiting`: somebody else is changing the policy, and it is tried again. */
      readonly outcome: 'applied' | 'skipped' | 'failed' | 'waiting'
      /** Why the policy is not changed; null for `applied`. */
      readonly code: string | null
      /** The version of the policy that changes it; null in a preview, and where it is endorsed for the next term. */
      readonly version_id: string | null
      /** What is endorsed for the next term of the policy; null in a preview, and where a version changes the policy. */
      readonly next_term_endorsement_id: string | null
      /** The price before and after; null where nothing is to be changed. */
      readonly price: {
        /** The first day with the new price. */
        readonly first_day: string
        /** ISO 4217, in lower case. */
        readonly currency: string
        /** A billing period until then; 0 for a cancellation. In whole minor units. */
        readonly payment_before: number
        /** A billing period from then on. For a cancellation: what is charged, or given back below zero. In whole minor units. */
        readonly payment_after: number
        /** The tax in it until then. In whole minor units. */
        readonly tax_before: number
        /** The tax in it from then on. In whole minor units. */
        readonly tax_after: number
        /** How many such payments a year has; 1 where the term is paid at once. */
        readonly payments: number
      } | null
    }[]
  } | null
  /** What it has done so far; null until it is started. */
  readonly result: {
    /** How many policies were looked at. */
    readonly policies: number
    /** How many policies change. */
    readonly applied: number
    /** How many policies somebody else is changing. */
    readonly waiting: number
    /** How many policies need no change, by the code of why. */
    readonly skipped: {
      readonly [name: string]: number
    }
    /** How many policies cannot be changed, by the code of why. */
    readonly failed: {
      readonly [name: string]: number
    }
    /** The premium before and after, by currency. */
    readonly money: readonly {
      /** ISO 4217, in lower case. */
      readonly currency: string
      /** How many policies change in this currency. */
      readonly policies: number
      /** All payments of a year, or of a term that is paid at once. In whole minor units. */
      readonly premium_before: number
      /** The same afterwards. In whole minor units. */
      readonly premium_after: number
      /** The tax in it. In whole minor units. */
      readonly tax_before: number
      /** The same afterwards. In whole minor units. */
      readonly tax_after: number
    }[]
    /** How many policies change by so many percent, rounded down. */
    readonly percents: {
      readonly [name: string]: number
    }
    /** The first 20 policies. */
    readonly results: readonly {
      /** The policy. */
      readonly policy_id: string
      /** `applied`, `skipped`: nothing is to be changed, `failed`, or `waiting`: somebody else is changing the policy, and it is tried again. */
      readonly outcome: 'applied' | 'skipped' | 'failed' | 'waiting'
      /** Why the policy is not changed; null for `applied`. */
      readonly code: string | null
      /** The version of the policy that changes it; null in a preview, and where it is endorsed for the next term. */
      readonly version_id: string | null
      /** What is endorsed for the next term of the policy; null in a preview, and where a version changes the policy. */
      readonly next_term_endorsement_id: string | null
      /** The price before and after; null where nothing is to be changed. */
      readonly price: {
        /** The first day with the new price. */
        readonly first_day: string
        /** ISO 4217, in lower case. */
        readonly currency: string
        /** A billing period until then; 0 for a cancellation. In whole minor units. */
        readonly payment_before: number
        /** A billing period from then on. For a cancellation: what is charged, or given back below zero. In whole minor units. */
        readonly payment_after: number
        /** The tax in it until then. In whole minor units. */
        readonly tax_before: number
        /** The tax in it from then on. In whole minor units. */
        readonly tax_after: number
        /** How many such payments a year has; 1 where the term is paid at once. */
        readonly payments: number
      } | null
    }[]
  } | null
  /** When it was created. */
  readonly created_at: string
  /** When it was started. */
  readonly started_at: string | null
  /** When all policies were looked at. */
  readonly finished_at: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** A mass endorsement, and what may be done with it. */
export type ShownMassEndorsement = {
  /** The mass endorsement. */
  readonly id: string
  /** The status. */
  readonly status: 'draft' | 'previewing' | 'previewed' | 'running' | 'stopped' | 'done'
  /** The product whose policies are changed. */
  readonly product_id: string
  /** What is changed. */
  readonly kind:
    | 'tax_rate'
    | 'indexation'
    | 'cancellation'
    | 'dunning_hold'
    | 'renewal_retry'
    | 'task'
  /** The day, by the kind. */
  readonly effective_date: string
  /** The change of the rate; null for other kinds. */
  readonly tax_rate: {
    /** The rate until then, in percent. */
    readonly from: string
    /** The new rate, in percent. */
    readonly to: string
  } | null
  /** The rise of an answer; null for other kinds. */
  readonly indexation: {
    /** The answer that rises. */
    readonly answer: string
    /** By how much, in percent; null where it rises to a value. */
    readonly percent: string | null
    /** To which value; null where it rises by a percentage. */
    readonly to: number | null
  } | null
  /** The task that is created; null for other kinds. */
  readonly task: {
    /** What is to be done. */
    readonly title: string
    /** The person who does it; null for nobody. */
    readonly assignee_id: string | null
  } | null
  /** Which policies are changed. */
  readonly filter: {
    /** Of the last term; null for all. */
    readonly product_version_id: string | null
    /** Who sold them; null for all. */
    readonly distributor_id: string | null
    /** Of the last term; null for all. */
    readonly subscription_plan_id: string | null
    /** These policies alone; null for all that match. */
    readonly policy_ids: readonly string[] | null
    /** The situations of the policies. */
    readonly situations: readonly ('in_force' | 'ending')[]
  }
  /** Why. */
  readonly reason: string
  /** What it would do, as far as is known; null before. */
  readonly preview: {
    /** How many policies were looked at. */
    readonly policies: number
    /** How many policies change. */
    readonly applied: number
    /** How many policies somebody else is changing. */
    readonly waiting: number
    /** How many policies need no change, by the code of why. */
    readonly skipped: {
      readonly [name: string]: number
    }
    /** How many policies cannot be changed, by the code of why. */
    readonly failed: {
      readonly [name: string]: number
    }
    /** The premium before and after, by currency. */
    readonly money: readonly {
      /** ISO 4217, in lower case. */
      readonly currency: string
      /** How many policies change in this currency. */
      readonly policies: number
      /** All payments of a year, or of a term that is paid at once. In whole minor units. */
      readonly premium_before: number
      /** The same afterwards. In whole minor units. */
      readonly premium_after: number
      /** The tax in it. In whole minor units. */
      readonly tax_before: number
      /** The same afterwards. In whole minor units. */
      readonly tax_after: number
    }[]
    /** How many policies change by so many percent, rounded down. */
    readonly percents: {
      readonly [name: string]: number
    }
    /** The first 20 policies. */
    readonly results: readonly {
      /** The policy. */
      readonly policy_id: string
      /** `applied`, `skipped`: nothing is to be changed, `failed`, or `waiting`: somebody else is changing the policy, and it is tried again. */
      readonly outcome: 'applied' | 'skipped' | 'failed' | 'waiting'
      /** Why the policy is not changed; null for `applied`. */
      readonly code: string | null
      /** The version of the policy that changes it; null in a preview, and where it is endorsed for the next term. */
      readonly version_id: string | null
      /** What is endorsed for the next term of the policy; null in a preview, and where a version changes the policy. */
      readonly next_term_endorsement_id: string | null
      /** The price before and after; null where nothing is to be changed. */
      readonly price: {
        /** The first day with the new price. */
        readonly first_day: string
        /** ISO 4217, in lower case. */
        readonly currency: string
        /** A billing period until then; 0 for a cancellation. In whole minor units. */
        readonly payment_before: number
        /** A billing period from then on. For a cancellation: what is charged, or given back below zero. In whole minor units. */
        readonly payment_after: number
        /** The tax in it until then. In whole minor units. */
        readonly tax_before: number
        /** The tax in it from then on. In whole minor units. */
        readonly tax_after: number
        /** How many such payments a year has; 1 where the term is paid at once. */
        readonly payments: number
      } | null
    }[]
  } | null
  /** What it has done so far; null until it is started. */
  readonly result: {
    /** How many policies were looked at. */
    readonly policies: number
    /** How many policies change. */
    readonly applied: number
    /** How many policies somebody else is changing. */
    readonly waiting: number
    /** How many policies need no change, by the code of why. */
    readonly skipped: {
      readonly [name: string]: number
    }
    /** How many policies cannot be changed, by the code of why. */
    readonly failed: {
      readonly [name: string]: number
    }
    /** The premium before and after, by currency. */
    readonly money: readonly {
      /** ISO 4217, in lower case. */
      readonly currency: string
      /** How many policies change in this currency. */
      readonly policies: number
      /** All payments of a year, or of a term that is paid at once. In whole minor units. */
      readonly premium_before: number
      /** The same afterwards. In whole minor units. */
      readonly premium_after: number
      /** The tax in it. In whole minor units. */
      readonly tax_before: number
      /** The same afterwards. In whole minor units. */
      readonly tax_after: number
    }[]
    /** How many policies change by so many percent, rounded down. */
    readonly percents: {
      readonly [name: string]: number
    }
    /** The first 20 policies. */
    readonly results: readonly {
      /** The policy. */
      readonly policy_id: string
      /** `applied`, `skipped`: nothing is to be changed, `failed`, or `waiting`: somebody else is changing the policy, and it is tried again. */
      readonly outcome: 'applied' | 'skipped' | 'failed' | 'waiting'
      /** Why the policy is not changed; null for `applied`. */
      readonly code: string | null
      /** The version of the policy that changes it; null in a preview, and where it is endorsed for the next term. */
      readonly version_id: string | null
      /** What is endorsed for the next term of the policy; null in a preview, and where a version changes the policy. */
      readonly next_term_endorsement_id: string | null
      /** The price before and after; null where nothing is to be changed. */
      readonly price: {
        /** The first day with the new price. */
        readonly first_day: string
        /** ISO 4217, in lower case. */
        readonly currency: string
        /** A billing period until then; 0 for a cancellation. In whole minor units. */
        readonly payment_before: number
        /** A billing period from then on. For a cancellation: what is charged, or given back below zero. In whole minor units. */
        readonly payment_after: number
        /** The tax in it until then. In whole minor units. */
        readonly tax_before: number
        /** The tax in it from then on. In whole minor units. */
        readonly tax_after: number
        /** How many such payments a year has; 1 where the term is paid at once. */
        readonly payments: number
      } | null
    }[]
  } | null
  /** When it was created. */
  readonly created_at: string
  /** When it was started. */
  readonly started_at: string | null
  /** When all policies were looked at. */
  readonly finished_at: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly preview: AllowedAct
    readonly start: AllowedAct
    readonly stop: AllowedAct
    readonly resume: AllowedAct
  }
}

/** What became of one policy. */
export type MassEndorsementResult = {
  /** The policy. */
  readonly policy_id: string
  /** `applied`, `skipped`: nothing is to be changed, `failed`, or `waiting`: somebody else is changing the policy, and it is tried again. */
  readonly outcome: 'applied' | 'skipped' | 'failed' | 'waiting'
  /** Why the policy is not changed; null for `applied`. */
  readonly code: string | null
  /** The version of the policy that changes it; null in a preview, and where it is endorsed for the next term. */
  readonly version_id: string | null
  /** What is endorsed for the next term of the policy; null in a preview, and where a version changes the policy. */
  readonly next_term_endorsement_id: string | null
  /** The price before and after; null where nothing is to be changed. */
  readonly price: {
    /** The first day with the new price. */
    readonly first_day: string
    /** ISO 4217, in lower case. */
    readonly currency: string
    /** A billing period until then; 0 for a cancellation. In whole minor units. */
    readonly payment_before: number
    /** A billing period from then on. For a cancellation: what is charged, or given back below zero. In whole minor units. */
    readonly payment_after: number
    /** The tax in it until then. In whole minor units. */
    readonly tax_before: number
    /** The tax in it from then on. In whole minor units. */
    readonly tax_after: number
    /** How many such payments a year has; 1 where the term is paid at once. */
    readonly payments: number
  } | null
}

/** An impact analysis in a list; `showImpact` has all of it. */
export type ImpactSummary = {
  /** The impact analysis. */
  readonly id: string
  /** The status of the analysis. */
  readonly status: 'queued' | 'running' | 'done' | 'failed' | 'stopped'
  /** The product. */
  readonly product_id: string
  /** The analysed version. */
  readonly product_version_id: string
  /** The live version when the analysis was requested; null if there was none. */
  readonly live_version_id: string | null
  /** The policies or quotes to price. */
  readonly scope: {
    /** The policies or quotes to price. */
    readonly kind: 'in_force' | 'renewals' | 'quotes'
    /** For renewals: the first day on which terms end. */
    readonly from?: string
    /** For renewals: the last day on which terms end. */
    readonly to?: string
    /** For quotes: the number of days. */
    readonly days?: number
  }
  /** The day as of which the portfolio is analysed. */
  readonly day: string
  /** The number of policies or quotes to price; null before they are counted. */
  readonly total: number | null
  /** The number of policies or quotes priced so far. */
  readonly done: number
  /** Why the analysis failed; null if it did not. */
  readonly failure: string | null
  /** The figures of the result; null until it is done. */
  readonly counts: {
    /** The number of policies or quotes. */
    readonly count: number
    /** How many of them have a price in this version. */
    readonly priced: number
    /** How many of them this version declines with a knockout. */
    readonly knocked_out: number
    /** How many of them have answers that were valid before and that the rules of this version reject. */
    readonly refused: number
    /** For how many of them the calculation fails. */
    readonly failed: number
    /** How many of them this version does not sell, because it lacks their item, plan, integration or currency. */
    readonly not_sold: number
    /** The current premium of those with a price in this version. In minor units. */
    readonly premium_before: number
    /** Their premium in this version. In minor units. */
    readonly premium_after: number
    /** The current premium of those without a price in this version. In minor units. */
    readonly premium_unpriced: number
    /** The change of the premium of those with a price, in percent; null if it was zero. */
    readonly percent: number | null
  } | null
  /** When the analysis was requested. */
  readonly created_at: string
  /** When it ended; null until then. */
  readonly finished_at: string | null
}

/** A key, without its secret. */
export type Key = {
  /** The id of the key, not the key itself. */
  readonly id: string
  /** The account of the key. */
  readonly account_id: string
  /** A `public` key can be used in web pages, a `secret` key only on servers. */
  readonly kind: 'public' | 'secret'
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The purpose of the key. */
  readonly name: string
  /** The last characters of the key. */
  readonly hint: string
  /** The roles of a restricted key. Null for a key that may do whatever its kind and its account allow. */
  readonly roles: readonly string[] | null
  /** When the key was created. */
  readonly created_at: string
  /** The last day on which the key was used; null if never. */
  readonly last_used_on: string | null
  /** When the key expires after a rotation; null if it was not rotated. */
  readonly expires_at: string | null
  /** When the key was revoked; null if it was not. */
  readonly revoked_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly rotate: AllowedAct
    readonly revoke: AllowedAct
  }
}

/** A new key, with its secret. */
export type NewKey = {
  /** The id of the key, not the key itself. */
  readonly id: string
  /** The account of the key. */
  readonly account_id: string
  /** A `public` key can be used in web pages, a `secret` key only on servers. */
  readonly kind: 'public' | 'secret'
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The purpose of the key. */
  readonly name: string
  /** The last characters of the key. */
  readonly hint: string
  /** The roles of a restricted key. Null for a key that may do whatever its kind and its account allow. */
  readonly roles: readonly string[] | null
  /** When the key was created. */
  readonly created_at: string
  /** The last day on which the key was used; null if never. */
  readonly last_used_on: string | null
  /** When the key expires after a rotation; null if it was not rotated. */
  readonly expires_at: string | null
  /** When the key was revoked; null if it was not. */
  readonly revoked_at: string | null
  /** The key itself. It is shown only once: a repeated request returns none. */
  readonly key?: string
}

export type CreateKey = {
  /** The account of the key; your own by default. */
  readonly account_id?: string
  /** A `public` key can be used in web pages, a `secret` key only on servers. */
  readonly kind: 'public' | 'secret'
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The purpose of the key. */
  readonly name: string
  /** Makes a restricted key: it may do what these roles grant, and nothing else. Only for `secret` keys. Without roles, the key may do whatever its kind and its account allow. */
  readonly roles?: readonly string[]
}

export type RotateKey = {
  /** Hours for which the old key keeps working; 24 by default. */
  readonly overlap_hours?: number
}

/** A permission. */
export type Permission = {
  /** The permission. */
  readonly permission: string
  /** What its holder may do. */
  readonly description: string
  /** What it can be limited to: `products`, `distributors`, `test_mode`. */
  readonly limits: readonly string[]
}

/** A named set of permissions. */
export type Role = {
  /** What keys refer to the role by. */
  readonly key: string
  /** The name of the role. */
  readonly name: string
  /** What the role is for. */
  readonly description: string
  /** Whether the role comes with the platform and cannot be changed. */
  readonly is_built_in: boolean
  /** What the role grants. It covers what any of its grants covers. */
  readonly grants: readonly {
    /** The permission. */
    readonly permission: string
    /** The products that the permission is limited to; null for all. */
    readonly product_ids: readonly string[] | null
    /** The distributors whose sales the permission is limited to; null for all. */
    readonly distributor_ids: readonly string[] | null
    /** Whether the permission holds in test mode only. */
    readonly test_only: boolean
  }[]
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly change: AllowedAct
    readonly delete: AllowedAct
  }
}

export type CreateRole = {
  /** The account of the role; your own by default. */
  readonly account_id?: string
  /** A short name of lower-case letters, digits and underscores. */
  readonly key: string
  /** The name of the role. */
  readonly name: string
  /** What the role is for. */
  readonly description?: string
  /** What the role grants. */
  readonly grants: readonly {
    /** A permission of `GET /manage/permissions`. */
    readonly permission: string
    /** The products that the permission is limited to, by id or key; all by default. */
    readonly product_ids?: readonly string[] | null
    /** The distributors whose sales the permission is limited to, by id or key; all by default. */
    readonly distributor_ids?: readonly string[] | null
    /** Whether the permission holds in test mode only. */
    readonly test_only?: boolean
  }[]
}

export type ChangeRole = {
  /** The name of the role. */
  readonly name?: string
  /** What the role is for. */
  readonly description?: string
  /** What the role grants. */
  readonly grants?: readonly {
    /** A permission of `GET /manage/permissions`. */
    readonly permission: string
    /** The products that the permission is limited to, by id or key; all by default. */
    readonly product_ids?: readonly string[] | null
    /** The distributors whose sales the permission is limited to, by id or key; all by default. */
    readonly distributor_ids?: readonly string[] | null
    /** Whether the permission holds in test mode only. */
    readonly test_only?: boolean
  }[]
}

/** A payment provider for payment plans. */
export type PaymentProvider = {
  /** The name of the provider in payment plans and in `POST /payments`. */
  readonly name: string
  /** Its methods; null for a provider of the platform, whose methods each product names itself. */
  readonly methods: readonly string[] | null
  /** Whether you declared it yourself. */
  readonly is_own: boolean
  /** Whether the money is collected outside of the platform: payments are `ok` at once. */
  readonly collects_elsewhere: boolean
  /** What the provider can do. */
  readonly abilities: {
    /** `elsewhere`: the money is collected outside of the platform. */
    readonly collects: 'here' | 'elsewhere'
    /** Whether an offer can be paid by it. */
    readonly first_payment: boolean
    /** Whether customers can give a mandate. */
    readonly mandate: boolean
    /** Whether instalments are collected without the customer. */
    readonly off_session: boolean
    /** Whether money is paid back by it. */
    readonly refund: boolean
    /** Whether customers can have money charged back. */
    readonly dispute: boolean
    /** Whether the outcome may take days. */
    readonly slow_settlement: boolean
    /** How many days before the due day a collection is ordered. */
    readonly lead_days: number
    /** How many days before a debit the customer must be notified. */
    readonly notice_days: number
    /** The most that one debit may be; null for no limit. */
    readonly debit_max: {
      /** The amount, in minor units. In whole minor units. */
      readonly amount: number
      /** ISO 4217. */
      readonly currency: string
    } | null
    /** Whether you need an account there. */
    readonly credentials: boolean
  }
  /** Methods that can something else than their provider. */
  readonly by_method: {
    readonly [name: string]: {
      /** `elsewhere`: the money is collected outside of the platform. */
      readonly collects: 'here' | 'elsewhere'
      /** Whether an offer can be paid by it. */
      readonly first_payment: boolean
      /** Whether customers can give a mandate. */
      readonly mandate: boolean
      /** Whether instalments are collected without the customer. */
      readonly off_session: boolean
      /** Whether money is paid back by it. */
      readonly refund: boolean
      /** Whether customers can have money charged back. */
      readonly dispute: boolean
      /** Whether the outcome may take days. */
      readonly slow_settlement: boolean
      /** How many days before the due day a collection is ordered. */
      readonly lead_days: number
      /** How many days before a debit the customer must be notified. */
      readonly notice_days: number
      /** The most that one debit may be; null for no limit. */
      readonly debit_max: {
        /** The amount, in minor units. In whole minor units. */
        readonly amount: number
        /** ISO 4217. */
        readonly currency: string
      } | null
      /** Whether you need an account there. */
      readonly credentials: boolean
    }
  }
  /** When it was declared; null for providers of the platform. */
  readonly created_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly remove: AllowedAct
  }
}

export type DeclarePaymentProvider = {
  /** A name of your choice, of lower-case letters, digits, underscores and dashes. */
  readonly name: string
  /** All methods of the provider, for example `invoice`. */
  readonly methods: readonly string[]
}

/** Your account at a payment provider, in the mode of the key. */
export type ProviderCredentials = {
  /** The payment provider. */
  readonly provider: string
  /** True for live, false for test: each mode has an account of its own. */
  readonly livemode: boolean
  /** What is stored. Of a secret only the last characters are shown. */
  readonly fields: {
    readonly [name: string]: string
  }
  /** What the provider calls the account; null until it was checked. */
  readonly account_reference: string | null
  /** Where the provider has to report what happens. */
  readonly callback_url: string
  /** When it was last changed. */
  readonly changed_at: string
  /** Since when the provider refuses the account; null while it does not. */
  readonly refused_at: string | null
  /** What the provider said when it refused the account. */
  readonly refusal: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly set: AllowedAct
    readonly remove: AllowedAct
    readonly check: AllowedAct
  }
}

export type SetCredentials = {
  /** What the provider needs. Fields that are left out stay as they are. `stripe` has `secret_key`, `publishable_key`, `webhook_secret` and `mandate_prefix`; `bank_transfer` has `iban`, `account_holder` and `bic`. */
  readonly fields: {
    readonly [name: string]: string
  }
}

/** What a payment provider says about your account. */
export type CredentialCheck = {
  /** Whether money can be taken. */
  readonly ok: boolean
  /** What the provider calls the account. */
  readonly account_reference: string | null
  /** What is wrong, and how to fix it. */
  readonly problems: readonly string[]
}

/** An error in a product folder. */
export type Problem = {
  /** The file in the product folder. */
  readonly file: string
  /** The place in the file; empty for the whole file. */
  readonly place: string
  /** What is wrong. */
  readonly message: string
  /** How to fix it. */
  readonly fix: string
}

/** A product folder. */
export type ProductFiles = {
  /** The files of the product folder: path to content in base64. */
  readonly files: {
    readonly [name: string]: string
  }
}

/** The result of checking a product folder. */
export type Validation = {
  /** Whether a push would succeed. */
  readonly valid: boolean
  /** All errors by file and place, at most 200. */
  readonly problems: readonly Problem[]
  /** Possible mistakes that do not prevent a push. */
  readonly warnings: readonly Problem[]
}

/** A product folder, stored as a draft version. */
export type PushedProduct = {
  /** The product. */
  readonly product_id: string
  /** The draft version, or the newest version if nothing changed. */
  readonly product_version_id: string
  /** False if the newest version already has exactly this content. */
  readonly is_new: boolean
  /** Possible mistakes that do not prevent a push. */
  readonly warnings: readonly Problem[]
}

/** A product folder, stored as a what-if. */
export type WhatIf = {
  /** The product. */
  readonly product_id: string
  /** The what-if, or the newest version if that has exactly this content. */
  readonly product_version_id: string
  /** False if exactly this content was stored before. */
  readonly is_new: boolean
  /** The failed test cases, at most 200. */
  readonly failed_cases: readonly Problem[]
  /** Possible mistakes that do not prevent a push. */
  readonly warnings: readonly Problem[]
}

/** One difference between two versions of a product. */
export type Difference = {
  /** The area of the difference: settings, quote rules, prices and so on. */
  readonly area: string
  /** The kind of difference. */
  readonly change: 'added' | 'removed' | 'changed'
  /** The name of the field, plan, test case or other. */
  readonly place: string
  /** The earlier value; null if it is new. */
  readonly before: unknown
  /** The later value; null if it was removed. */
  readonly after: unknown
  /** A description where `place` is not enough, as for cells: `the factor of "retail"`. */
  readonly about?: string
}

/** The owner of a dataset, and the products that use it. */
export type DatasetUse = {
  /** The dataset. */
  readonly key: string
  /** The key of the product that the dataset belongs to and is published with; null if it is shared, so that an import changes it at once. */
  readonly product: string | null
  /** The keys of all products that use it. */
  readonly products: readonly string[]
}

/** The effect of pushing and publishing a folder. */
export type Plan = {
  /** Whether a push would succeed. */
  readonly valid: boolean
  /** All errors by file and place, at most 200. */
  readonly problems: readonly Problem[]
  /** Possible mistakes that do not prevent a push. */
  readonly warnings: readonly Problem[]
  /** The differences from the live version, or from the newest one if none is live. Also listed if test cases fail, but not if the folder cannot be read. */
  readonly differences: readonly Difference[]
  /** The datasets of the folder, and other products that use them. */
  readonly datasets: readonly DatasetUse[]
}

/** A product. */
export type Product = {
  /** The product. */
  readonly id: string
  /** The short name of the product. */
  readonly key: string
  /** The name of the product. */
  readonly name: string
  /** The version on sale; null before the first publication. */
  readonly live_version_id: string | null
  /** When the product was first pushed. */
  readonly created_at: string
}

/** Options of the publication; usually empty. */
export type PublishProduct = {
  /** Publishes the version although the publication gate of the product refuses it. */
  readonly force?: {
    /** The reason, for the audit log. */
    readonly reason: string
  }
}

/** A version of a product. It never changes. */
export type ProductVersion = {
  /** The version. */
  readonly id: string
  /** The version number, from 1. */
  readonly number: number
  /** Whether this version is on sale. */
  readonly is_live: boolean
  /** When the version was pushed. */
  readonly created_at: string
  /** When the version was first published; null for a draft. */
  readonly published_at: string | null
  /** The hash of the content. Equal content has an equal hash. */
  readonly content_hash: string
}

/** A product with its versions, and the ids to sell it. */
export type ProductDetail = {
  /** The product. */
  readonly id: string
  /** The short name of the product. */
  readonly key: string
  /** The name of the product. */
  readonly name: string
  /** The version on sale; null before the first publication. */
  readonly live_version_id: string | null
  /** When the product was first pushed. */
  readonly created_at: string
  /** The versions, newest first. */
  readonly versions: readonly ProductVersion[]
  /** The items of the product, each with its pricing revision. */
  readonly items: readonly {
    /** The item. */
    readonly id: string
    /** The key of the item. */
    readonly key: string
    /** The pricing logic of the item. */
    readonly pricing_logic_id: string
    /** The revision of the pricing logic. Equal content is the same revision. */
    readonly pricing_revision_id: string
  }[]
  /** The payment plans. */
  readonly payment_plans: readonly {
    /** The payment plan. */
    readonly id: string
    /** The key of the payment plan. */
    readonly key: string
    /** The billing settings of the newest version; null if it no longer has the plan. */
    readonly billing: {
      /** How often payments are due; null for a single payment. */
      readonly frequency: 'month' | 'quarter' | 'half_year' | 'year' | null
      /** How many days before the due date an instalment is invoiced. */
      readonly issue_days_before: number
      /** The day of the month on which instalments are due; null if each is due on the first day of its period. */
      readonly due_day: number | null
      /** The days to wait before each new attempt to collect a declined instalment. */
      readonly retry_days: readonly number[]
      /** Whether receipts of money that is collected elsewhere are `tracked`: then invoices stay open until the money is received. */
      readonly receipts: 'elsewhere' | 'tracked'
    } | null
  }[]
  /** The integrations through which it is sold. */
  readonly integrations: readonly {
    /** The integration. */
    readonly id: string
    /** The key of the integration. */
    readonly key: string
    /** The distributor who sells through it. */
    readonly distributor_id: string
    /** The address of the checkout page; append `?key=` and a public key of the distributor. Null if it is sold by API only, or is not on sale. */
    readonly checkout_url: string | null
  }[]
}

/** A version of a product with its items, their pricing revisions, and its integrations. */
export type ProductVersionDetail = {
  /** The version. */
  readonly id: string
  /** The version number, from 1 in the order of pushes; null for a what-if. */
  readonly number: number | null
  /** Whether this version is on sale. */
  readonly is_live: boolean
  /** When the version was pushed. */
  readonly created_at: string
  /** When the version was first published; null for a draft. */
  readonly published_at: string | null
  /** The hash of the content. Equal content has an equal hash. */
  readonly content_hash: string
  /** Whether it is a what-if (`keepWhatIf`): it can be used by its id, but not published. */
  readonly is_what_if: boolean
  /** The product. */
  readonly product_id: string
  /** The items of the product, each with its pricing revision. */
  readonly items: readonly {
    /** The item. */
    readonly id: string
    /** The key of the item. */
    readonly key: string
    /** The pricing logic of the item. */
    readonly pricing_logic_id: string
    /** The revision of the pricing logic. Equal content is the same revision. */
    readonly pricing_revision_id: string
  }[]
  /** The integrations through which it is sold. */
  readonly integrations: readonly {
    /** The integration. */
    readonly id: string
    /** The key of the integration. */
    readonly key: string
    /** The distributor who sells through it. */
    readonly distributor_id: string
  }[]
  /** The kinds of cancellation that a request may name. */
  readonly cancellation_kinds: readonly {
    /** Send it as `cancellation_kind`. */
    readonly kind: 'customer' | 'insurer' | 'agreement'
    /** The reasons of this kind. */
    readonly reasons: readonly {
      /** Send it as `cancellation_reason_code`. */
      readonly code: string
      /** What customers call it, by language. */
      readonly labels: {
        readonly [name: string]: string
      }
      /** Whether the request has to send `occurred_on`. */
      readonly needs_event_date: boolean
    }[]
  }[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly publish: AllowedAct
  }
}

export type PriceFolder = {
  /** The files of the product folder: path to content in base64. */
  readonly files: {
    readonly [name: string]: string
  }
  /** The item; the first one by default. */
  readonly item?: string
  /** The integration whose pricing variables to use; the first one by default. */
  readonly integration?: string
  /** The customer's answers, as in a quote or in a test case: `{dataset_item: companies/C-0001}` is a dataset item of the folder. */
  readonly data: {
    readonly [name: string]: unknown
  }
  /** Answers to vary: each value that their rules allow is priced, in all combinations. These are the values of `in`, false and true, or numbers between both bounds in round steps. */
  readonly vary?: readonly string[]
}

/** A price with its calculation. */
export type ExplainedPrice = {
  /** The outcome. */
  readonly outcome: 'priced' | 'knockout' | 'invalid' | 'failed' | 'mistakes'
  /** The premium, the knockout, the failing fields, or the errors of the folder. */
  readonly result: unknown
  /** Inputs and variables first, without a formula, then each step or cell with its formula and value, up to a failure. Dates are formatted as dates. */
  readonly steps: readonly {
    /** The step or cell. */
    readonly place: string
    /** Its formula. */
    readonly formula: string
    /** Its value. */
    readonly value: string
    /** The table row that a lookup found. */
    readonly hit?: string
  }[]
  /** The prices with other values of some answers. */
  readonly varied?: {
    /** The answers that were varied. */
    readonly fields: readonly {
      /** The answer. */
      readonly name: string
      /** The values that were priced. */
      readonly values: readonly unknown[]
      /** The source of the values, as a sentence. */
      readonly from: string
    }[]
    /** One row per combination; the last answer varies fastest. */
    readonly rows: readonly {
      /** The varied answers by name; null for no answer. */
      readonly values: {
        readonly [name: string]: unknown
      }
      /** The outcome. */
      readonly outcome: 'priced' | 'knockout' | 'invalid' | 'failed'
      /** The premium, the knockout, the failing fields, or where it failed and why. */
      readonly result: unknown
    }[]
  }
}

export type DraftFromWorkbook = {
  /** The workbook only: its file name to its content in base64. */
  readonly files: {
    readonly [name: string]: string
  }
  /** The key of the product. */
  readonly key: string
  /** The name for customers; derived from the key by default. */
  readonly name?: string
  /** The prefix of policy numbers; derived from the key by default. */
  readonly policy_prefix?: string
  /** The key of the distributor account that sells it. */
  readonly distributor: string
  /** An ISO 4217 code; EUR by default. */
  readonly currency?: string
  /** The time zone of the product; Europe/Berlin by default. */
  readonly time_zone?: string
  /** The language of the product; en by default. */
  readonly language?: string
  /** For a workbook without named inputs: further inputs besides the proposed ones, as cells such as `Quote!B3` by name. */
  readonly inputs?: {
    readonly [name: string]: string
  }
  /** Proposed inputs to leave out, by name or cell. */
  readonly without?: readonly string[]
  /** For a workbook without named outputs: the outputs, such as `gross_premium`, instead of the proposed ones. Inputs are proposed from the cells that the outputs depend on. */
  readonly outputs?: {
    readonly [name: string]: string
  }
  /** The tax rate, if no cell of the workbook has it. */
  readonly tax_rate?: number
  /** Whether the amounts of the workbook are in `major` units such as euros, or in `minor` units such as cents. By default their number format decides. */
  readonly amounts?: 'major' | 'minor'
  /** When cover begins: the name of an input that is a date, `ask` for an additional question, or `today`. By default as the workbook defines it. */
  readonly start?: string
  /** The policy period: a duration such as `P1Y`, `open`, an input that is the last day, or an input that is a number with its unit, as `term_years:years`. By default as the workbook defines it. */
  readonly term?: string
  /** The payment frequency: `once`, `month`, `quarter`, `half_year`, `year`, several separated by commas, or the input that determines it. By default as the workbook defines it. */
  readonly pay?: string
  /** Whether the premium of the workbook is for one `payment` or for a `year`, which is then divided by the number of payments. By default its label decides. */
  readonly premium_for?: string
  /** The renewal at the end of a term: `automatic`, `on_acceptance` or `none`. */
  readonly renewal?: string
  /** Confirms that open-ended cover is sold for a single payment. */
  readonly allow_single_payment_for_open_cover?: boolean
}

/** A product created from a workbook. */
export type WorkbookDraft = {
  /** Whether a product was created. It passes every check of a push. */
  readonly drafted: boolean
  /** The problems that prevent a product, each with its fix. */
  readonly problems: readonly Problem[]
  /** The parts of the workbook that were not used, each with its fix. */
  readonly untaken: readonly Problem[]
  /** The warnings of a push. */
  readonly warnings: readonly Problem[]
  /** The questions of the quote. */
  readonly fields: readonly {
    /** The name of the answer. */
    readonly name: string
    /** The cell. */
    readonly place: string
    /** The proposed rule string. */
    readonly validation: string
    /** The source of each rule in the workbook. */
    readonly reasons: readonly string[]
  }[]
  /** The names of the outputs. */
  readonly outputs: readonly string[]
  /** The proposed inputs and outputs, if the workbook does not name them; otherwise null. */
  readonly layout: {
    /** Cells without a formula that the price depends on. */
    readonly inputs: readonly {
      /** The proposed name. */
      readonly name: string
      /** The cell, such as `Quote!B3`. */
      readonly cell: string
      /** The label next to the cell; null if there is none. */
      readonly label: string | null
      /** The value of the cell. */
      readonly value: string | number | boolean | null
      /** The formatted value: `2027-03-01` for a date, `2 %` for 0.02. */
      readonly shown: string
      /** Why the cell is proposed. */
      readonly reason: string
      /** Whether it is used by default. */
      readonly is_proposed: boolean
      /** Whether it is an unlikely choice: a rate, a factor, a step. */
      readonly is_unlikely: boolean
    }[]
    /** Formulas that no other formula uses, or whose labels identify them as outputs. */
    readonly outputs: readonly {
      /** The proposed name. */
      readonly name: string
      /** The cell, such as `Quote!B3`. */
      readonly cell: string
      /** The label next to the cell; null if there is none. */
      readonly label: string | null
      /** The value of the cell. */
      readonly value: string | number | boolean | null
      /** The formatted value: `2027-03-01` for a date, `2 %` for 0.02. */
      readonly shown: string
      /** Why the cell is proposed. */
      readonly reason: string
      /** Whether it is used by default. */
      readonly is_proposed: boolean
      /** Whether it is an unlikely choice: a rate, a factor, a step. */
      readonly is_unlikely: boolean
    }[]
    /** Whether amounts seem to be in `major` units such as euros, or in `minor` units such as cents. */
    readonly amounts: 'major' | 'minor'
  } | null
  /** The questions about the sale that the outputs of the workbook do not answer. */
  readonly questions: readonly {
    /** The member of the request that answers the question. */
    readonly name: 'start' | 'term' | 'pay' | 'premium_for' | 'renewal'
    /** The answer from the request or the workbook; null if there is none. */
    readonly answer: string | null
    /** Why this answer is used; empty if the request contains it, or there is none. */
    readonly reason: string
    /** Possible answers for this workbook. */
    readonly choices: readonly {
      /** An answer. */
      readonly value: string
      /** The meaning of the answer. */
      readonly label: string
    }[]
  }[]
  /** The files of the product folder: path to content in base64. */
  readonly files: {
    readonly [name: string]: string
  }
}

export type ReplaceWorkbook = {
  /** Two workbooks in base64: `before.xlsx`, the current one, and `after.xlsx`, the new one. */
  readonly files: {
    readonly [name: string]: string
  }
}

/** The result of replacing a workbook. */
export type ReplacedWorkbook = {
  /** Whether the new workbook has all inputs and outputs of the old one. */
  readonly replaced: boolean
  /** The inputs and outputs that the new workbook lacks, by name and cell. */
  readonly problems: readonly Problem[]
  /** The inputs of the new workbook. */
  readonly inputs: readonly {
    /** The name of the input or output. */
    readonly name: string
    /** Its cell, such as `Quote!B3`. */
    readonly cell: string
  }[]
  /** The outputs of the new workbook. */
  readonly outputs: readonly {
    /** The name of the input or output. */
    readonly name: string
    /** Its cell, such as `Quote!B3`. */
    readonly cell: string
  }[]
  /** The new workbook as `pricing.xlsx`, with the names of the old one if it has none; empty if it cannot replace the old one. */
  readonly files: {
    readonly [name: string]: string
  }
}

export type PreviewDocuments = {
  /** The files of the product folder: path to content in base64. */
  readonly files: {
    readonly [name: string]: string
  }
  /** Only the document with this designation; all by default. */
  readonly document?: string
  /** Only this language; all languages of the product by default. */
  readonly language?: string
}

/** The documents of a product folder, with sample data. */
export type PreviewedDocuments = {
  /** Whether a push would succeed. */
  readonly valid: boolean
  /** All errors. */
  readonly problems: readonly Problem[]
  /** The documents; empty if there are errors. */
  readonly documents: readonly {
    /** The designation of the document. */
    readonly designation: string
    /** The name of the document, in its language. */
    readonly name: string
    /** The occasion of the document. */
    readonly occasion:
      | 'offer'
      | 'policy'
      | 'endorsement'
      | 'adjustment'
      | 'cancellation'
      | 'withdrawal'
      | 'reinstatement'
      | 'invoice'
      | 'credit_note'
      | 'deferral'
      | 'renewal_notice'
      | 'reminder'
      | 'notice'
      | 'suspension'
      | 'lapse'
      | 'revival'
    /** The language of the document. */
    readonly language: string
    /** The item of the sample sale. */
    readonly item: string
    /** The kind of cancellation that the document is for; null if it names none, and for other documents. */
    readonly cancellation_kind: string | null
    /** The reason of this cancellation; null if none. */
    readonly cancellation_reason_code: string | null
    /** The file extension. */
    readonly extension: 'pdf'
    /** The file, in base64. */
    readonly content: string
    /** Why the price is invented, as the document states too; null if the folder itself priced the sample. */
    readonly invented_because: string | null
  }[]
}

export type PreviewMails = {
  /** The files of the product folder: path to content in base64. */
  readonly files: {
    readonly [name: string]: string
  }
  /** Only this language; all languages of the product by default. */
  readonly language?: string
}

/** The mails of a product folder, with sample data. */
export type PreviewedMails = {
  /** Whether a push would succeed. */
  readonly valid: boolean
  /** All errors. */
  readonly problems: readonly Problem[]
  /** The mails; empty if there are errors. */
  readonly mails: readonly {
    /** The type of the event that sends the mail. */
    readonly event: string
    /** The language of the mail. */
    readonly language: string
    /** Whether the product switches it on. */
    readonly sent: boolean
    /** Who it is from, as customers read it. */
    readonly sender: string
    /** The subject. */
    readonly subject: string
    /** The mail as text. */
    readonly text: string
    /** The mail as HTML. */
    readonly html: string
    /** The names of its documents. */
    readonly attachments: readonly string[]
    /** Why the price is invented; null if the folder priced it. */
    readonly invented_because: string | null
  }[]
}

/** A stored price with its calculation. */
export type ExplainedQuote = {
  /** The quote. */
  readonly quote_id: string
  /** The product version of the quote. */
  readonly product_version_id: string
  /** The pricing revision of the quote. */
  readonly pricing_logic_revision_id: string
  /** The kind of pricing. */
  readonly kind: 'formula' | 'workbook' | 'http'
  /** The answers as they were sent. Fields that the product marks as personal may be masked. */
  readonly customer_input: {
    readonly [name: string]: unknown
  }
  /** The day of the quote, which is `today` in the pricing. */
  readonly quoted_on: string
  /** The quoted premium, in whole minor units. */
  readonly quoted: {
    readonly [name: string]: unknown
  }
  /** Whether the recalculation gives the same price. Null for an external rater, which is not asked again. */
  readonly is_same: boolean | null
  /** The recalculated price, step by step. If an answer that is masked went into it, the values of all steps are masked. */
  readonly recomputed: {
    /** The outcome. */
    readonly outcome: 'priced' | 'knockout' | 'invalid' | 'failed'
    /** The premium, the knockout, the failing fields, or where it failed and why. */
    readonly result: unknown
    /** Inputs and variables first, without a formula, then each step or cell with its formula and value, up to a failure. Dates are formatted as dates. */
    readonly steps: readonly {
      /** The step or cell. */
      readonly place: string
      /** Its formula. */
      readonly formula: string
      /** Its value. */
      readonly value: string
      /** The table row that a lookup found. */
      readonly hit?: string
    }[]
  } | null
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly reveal: AllowedAct
  }
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** A check of all policies: of their prices, or of their money. */
export type PortfolioCheck = {
  /** The check. */
  readonly id: string
  /** The subject of the check. */
  readonly subject: 'prices' | 'money'
  /** The status of the check. */
  readonly status: 'running' | 'done'
  /** The number of policies checked so far. */
  readonly policies_checked: number
  /** The number of policies without a difference: the price is the same, or all postings agree. */
  readonly policies_same: number
  /** The number of policies with a difference. */
  readonly policies_different: number
  /** The number of policies priced by an external rater, which is not asked again. */
  readonly policies_from_rater: number
  /** The first hundred differences. */
  readonly differences: readonly {
    /** The policy. */
    readonly policy_id: string
    /** The quote that the price comes from. */
    readonly quote_id: string
    /** The quoted price, in whole minor units. */
    readonly quoted: number
    /** The recalculated price; null if there is none. */
    readonly recomputed: number | null
    /** How the two prices differ. */
    readonly reason: string
  }[]
  /** For the subject `money`: the first hundred faults. */
  readonly faults: readonly {
    /** The policy. */
    readonly policy_id: string
    /** The kind of fault, such as `period_price` or `balances`. */
    readonly kind: string
    /** A description of the fault, with the amounts. */
    readonly message: string
  }[]
  /** The last policy checked so far. */
  readonly last_policy_id: string | null
  /** When the check was started. */
  readonly created_at: string
  /** When the check was done; null while it runs. */
  readonly finished_at: string | null
}

/** A test clock, which shows a fixed time until it is advanced. */
export type Clock = {
  /** The clock. */
  readonly id: string
  /** Whether the clock is ready, is advancing, or could not be advanced. */
  readonly status: 'ready' | 'advancing' | 'failed'
  /** The time of the clock. While it advances, all its policies have come at least as far. */
  readonly at: string
  /** The time that it advances to, or failed to reach; otherwise null. */
  readonly target: string | null
  /** Why it could not be advanced; null unless it failed. You can try again. */
  readonly failure: string | null
  /** Versions that are published on this clock only, one per product. */
  readonly published: readonly string[]
  /** When the clock was created, in real time. */
  readonly created_at: string
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly advance: AllowedAct
    readonly publish: AllowedAct
  }
}

/** A new clock. */
export type CreateClock = {
  /** The time to show, with an offset. */
  readonly at: string
}

/** The time to advance a clock to. */
export type AdvanceClock = {
  /** A later time, with an offset. */
  readonly to: string
}

/** The version to publish on a clock. */
export type PublishOnClock = {
  /** A version of one of your products; can be a draft. */
  readonly product_version_id: string
}

/** A quote in a list. */
export type QuoteSummary = {
  /** The id of the quote, which is not its token. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The product. */
  readonly product_id: string
  /** The distributor who sold it. */
  readonly distributor_id: string
  /** The item. */
  readonly item_id: string
  /** The amount of one payment. In whole minor units. */
  readonly gross_payment_amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** When it was created. */
  readonly created_at: string
  /** The product version of the quote. */
  readonly product_version_id: string
  /** The pricing revision of the quote. */
  readonly pricing_logic_revision_id: string
  /** When its token expires. */
  readonly expires_at: string
}

/** The masked field, and why it is revealed. */
export type RevealField = {
  /** A place that `masked` of the record lists, such as `email` or `data.phone`. */
  readonly field: string
  /** Why you need to see it, in 5 to 500 characters, for the audit log. Do not include personal data. */
  readonly reason: string
}

/** The masked field, and why it is revealed. */
export type RevealLeadField = {
  /** A place that `masked` of the record lists, such as `email` or `data.phone`. */
  readonly field: string
  /** Why you need to see it, in 5 to 500 characters, for the audit log. Do not include personal data. */
  readonly reason: string
}

/** The masked field, and why it is revealed. */
export type RevealQuoteField = {
  /** A place that `masked` of the record lists, such as `email` or `data.phone`. */
  readonly field: string
  /** Why you need to see it, in 5 to 500 characters, for the audit log. Do not include personal data. */
  readonly reason: string
}

/** A masked field with its value. */
export type RevealedField = {
  /** The field. */
  readonly field: string
  /** Its value. For a place with `*`, a list of the values of all entries. It is shown only once. */
  readonly value?: unknown
}

/** An offer or a policy in a list. */
export type PolicySummary = {
  /** The policy. */
  readonly id: string
  /** The active version. */
  readonly version_id: string
  /** The policy number. */
  readonly insurer_policy_id: string
  /** The status now. */
  readonly status: 'ready' | 'accepted' | 'paid' | 'cancelled' | 'expired'
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The product. */
  readonly product_id: string
  /** The distributor who sold it. */
  readonly distributor_id: string
  /** The item. */
  readonly item_id: string
  /** The amount of one payment. In whole minor units. */
  readonly gross_payment_amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** When it was created. */
  readonly created_at: string
  /** The customer's first name. */
  readonly first_name: string
  /** The customer's last name. */
  readonly last_name: string
  /** The customer's e-mail address. */
  readonly email: string
  /** The customer. */
  readonly customer_id: string
  /** The first day of cover. */
  readonly start_date: string
  /** The last day of cover, also of a cancelled policy; null if the policy is open-ended. */
  readonly end_date: string | null
  /** Who ended the contract: `customer`, `insurer`, `agreement`, or `system` after a lapse; null if nobody said. */
  readonly cancellation_kind: string | null
  /** The reason, by a code of the product; null if there is none. */
  readonly cancellation_reason_code: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** A payment in a list. */
export type PaymentSummary = {
  /** The payment. */
  readonly id: string
  /** The policy that was paid for. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** The customer's first name. */
  readonly first_name: string
  /** The customer's last name. */
  readonly last_name: string
  /** The distributor who sold the policy. */
  readonly distributor_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The payment provider. */
  readonly provider: string
  /** The payment method. */
  readonly method: string
  /** The status of the payment. */
  readonly status: 'pending' | 'ok' | 'failed'
  /** The amount. In whole minor units. */
  readonly amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The paid invoice; null for the payment of the sale. */
  readonly invoice_id: string | null
  /** True if the money is collected elsewhere and has not been received yet. */
  readonly on_account: boolean
  /** The day on which the bank received it, for a receipt; otherwise null. */
  readonly received_on: string | null
  /** When the payment was started. */
  readonly created_at: string
  /** When money was received although the payment had failed; otherwise null. */
  readonly received_late_at: string | null
  /** Payments and refunds that need manual resolution; usually empty. */
  readonly doubts: readonly {
    /** The refund in doubt; null for the payment itself. */
    readonly refund_id: string | null
    /** `unconfirmed`: the provider reports neither success nor failure. `contradicted`: it reported a failure after a success. `failed`: the refund failed. */
    readonly why: 'unconfirmed' | 'contradicted' | 'failed'
    /** The time since which it has needed manual resolution. */
    readonly since: string
  }[]
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

export type ResolvePayment = {
  /** `ok`: the money was received. `failed`: it was not received and will not be. */
  readonly outcome: 'ok' | 'failed'
  /** How you know, for the audit log. Do not include personal data. */
  readonly note: string
}

export type ResolveRefund = {
  /** `ok`: you have refunded the money in another way. `retry`: the provider is asked for the refund again. `payout`: it becomes a payout by bank. */
  readonly outcome: 'ok' | 'retry' | 'payout'
  /** How you know, for the audit log. Do not include personal data. */
  readonly note: string
}

/** An invoice without its lines. */
export type InvoiceSummary = {
  /** The invoice. */
  readonly id: string
  /** The invoice number; null for a moment after the issue, and while the invoice is proposed. */
  readonly number: string | null
  /** The reference for a bank transfer: the number with check digits. */
  readonly reference: string | null
  /** The policy. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** `sale`: the first invoice. `transaction`: for a policy transaction. `instalment`: for a billing period. `credit_note`: for a reduction. `fee`: for a reminder or notice. `manual_fee` and `correction`: entered by a person. */
  readonly kind:
    | 'sale'
    | 'transaction'
    | 'instalment'
    | 'credit_note'
    | 'fee'
    | 'manual_fee'
    | 'correction'
  /** `proposed`: for a transaction that takes effect once it is paid for. `open`: to be paid. `settled`: paid or no longer owed. `void`: no longer requested. `written_off`: no longer collected. */
  readonly state: 'proposed' | 'open' | 'settled' | 'void' | 'written_off'
  /** The total, or the credited amount of a credit note. In whole minor units. */
  readonly total: number
  /** The open amount. In whole minor units. */
  readonly open: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The issue date, in the time zone of the policy. */
  readonly issue_date: string
  /** The due date. */
  readonly due_date: string
  /** When the invoice was created. */
  readonly created_at: string
}

/** An invoice in a list. */
export type ListedInvoice = {
  /** The invoice. */
  readonly id: string
  /** The invoice number; null for a moment after the issue, and while the invoice is proposed. */
  readonly number: string | null
  /** The reference for a bank transfer: the number with check digits. */
  readonly reference: string | null
  /** The policy. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** `sale`: the first invoice. `transaction`: for a policy transaction. `instalment`: for a billing period. `credit_note`: for a reduction. `fee`: for a reminder or notice. `manual_fee` and `correction`: entered by a person. */
  readonly kind:
    | 'sale'
    | 'transaction'
    | 'instalment'
    | 'credit_note'
    | 'fee'
    | 'manual_fee'
    | 'correction'
  /** `proposed`: for a transaction that takes effect once it is paid for. `open`: to be paid. `settled`: paid or no longer owed. `void`: no longer requested. `written_off`: no longer collected. */
  readonly state: 'proposed' | 'open' | 'settled' | 'void' | 'written_off'
  /** The total, or the credited amount of a credit note. In whole minor units. */
  readonly total: number
  /** The open amount. In whole minor units. */
  readonly open: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The issue date, in the time zone of the policy. */
  readonly issue_date: string
  /** The due date. */
  readonly due_date: string
  /** When the invoice was created. */
  readonly created_at: string
  /** The policy number; null without a policy. */
  readonly policy_number: string | null
  /** The first name of the policyholder; null without a policy. */
  readonly first_name: string | null
  /** The last name of the policyholder; null without a policy. */
  readonly last_name: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** The premium of a policy on a day. */
export type EarnedPremium = {
  /** The policy. */
  readonly policy_id: string
  /** The policy number. */
  readonly policy_number: string
  /** The product that was sold. */
  readonly product_id: string
  /** The distributor that sold it. */
  readonly distributor_id: string
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The premium charged by that day, net of tax and fees. In whole minor units. */
  readonly written: number
  /** The part of it for the days up to and including that day. In whole minor units. */
  readonly earned: number
  /** The rest: the part for later days. In whole minor units. */
  readonly unearned: number
}

/** An invoice that was not paid by a day. */
export type OpenItem = {
  /** The invoice. */
  readonly invoice_id: string
  /** The invoice number; null for a moment after the issue. */
  readonly number: string | null
  /** The policy. */
  readonly policy_id: string
  /** The policy number; null without a policy. */
  readonly policy_number: string | null
  /** The first name of the policyholder; null without a policy. */
  readonly first_name: string | null
  /** The last name of the policyholder; null without a policy. */
  readonly last_name: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
  /** The product that was sold. */
  readonly product_id: string
  /** The kind of invoice. */
  readonly kind:
    | 'sale'
    | 'transaction'
    | 'instalment'
    | 'credit_note'
    | 'fee'
    | 'manual_fee'
    | 'correction'
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The total of the invoice. In whole minor units. */
  readonly total: number
  /** What was open of it at the end of the day. In whole minor units. */
  readonly open: number
  /** The issue date, in the time zone of the policy. */
  readonly issue_date: string
  /** The due date. */
  readonly due_date: string
  /** How many days it was overdue; 0 if it was not. In whole minor units. */
  readonly overdue_days: number
  /** Its age: `not_due`, or the days by which it was overdue. */
  readonly bucket: 'not_due' | '1_30' | '31_60' | '61_90' | 'over_90'
}

/** What policyholders owed on a day in one currency, by age. */
export type OpenItemTotals = {
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** Open and not overdue. In whole minor units. */
  readonly not_due: number
  /** Overdue by 1 to 30 days. In whole minor units. */
  readonly overdue_1_30: number
  /** Overdue by 31 to 60 days. In whole minor units. */
  readonly overdue_31_60: number
  /** Overdue by 61 to 90 days. In whole minor units. */
  readonly overdue_61_90: number
  /** Overdue by more than 90 days. In whole minor units. */
  readonly overdue_over_90: number
  /** Charged, and not requested by an invoice yet. In whole minor units. */
  readonly not_invoiced: number
  /** The sum of the above: the balance of the account `receivable`. In whole minor units. */
  readonly receivable: number
}

/** A payment that a customer disputes at the bank. */
export type Dispute = {
  /** The dispute. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The payment provider. */
  readonly provider: string
  /** What the provider calls it. */
  readonly reference: string
  /** `needs_response`: evidence is expected. `under_review`: the bank decides. `won`: the money comes back. `lost`: it is gone. `warning_...`: the bank asks, and no money has moved. `prevented`: it was settled before it began. `unclear`: the provider reports a state that is unknown here. */
  readonly state:
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'prevented'
    | 'unclear'
  /** The policy. */
  readonly policy_id: string
  /** The policy number; null without a policy. */
  readonly policy_number: string | null
  /** The first name of the policyholder; null without a policy. */
  readonly first_name: string | null
  /** The last name of the policyholder; null without a policy. */
  readonly last_name: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
  /** The payment that is disputed. */
  readonly payment_id: string
  /** The amount in dispute. In whole minor units. */
  readonly amount: number
  /** What the provider keeps for it. In whole minor units. */
  readonly fee: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** Why, as the provider says it. */
  readonly reason: string
  /** By when evidence has to be sent; null if none is asked for. */
  readonly evidence_due_at: string | null
  /** Whether lost money was posted as a loss. Otherwise the payment was charged back, and the customer owes it again. */
  readonly loss: boolean
  /** Where you answer it, at the provider. */
  readonly url: string
  /** When it was opened. */
  readonly opened_at: string
  /** When it ended; null while it is open. */
  readonly closed_at: string | null
}

export type AcceptDifference = {
  /** Why the difference is known. Do not include personal data. */
  readonly reason: string
  /** The difference that you see. It is refused if it is another. */
  readonly difference?: number
}

/** Your account at a payment provider, and how far its money was read. */
export type ReconciliationAccount = {
  /** The payment provider. */
  readonly provider: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** `not_asked`: nothing was read yet. `refused`: the provider does not show the balance with the stored key. Payments are taken all the same. */
  readonly state: 'not_asked' | 'read' | 'refused'
  /** Up to when all movements were read; null for none. */
  readonly read_until: string | null
  /** When the provider was asked last; null for never. */
  readonly asked_at: string | null
  /** Since when it refuses; null while it does not. */
  readonly refused_at: string | null
  /** What it said then. */
  readonly refusal: string | null
  /** By currency. */
  readonly totals: readonly {
    /** ISO 4217, in lower case. */
    readonly currency: string
    /** What is at the provider, by all that moved since the account is here. In whole minor units. */
    readonly balance: number
    /** What the provider kept. In whole minor units. */
    readonly fees: number
    /** What went to the bank. In whole minor units. */
    readonly paid_out: number
    /** What is there beyond what is known here and accepted: zero, or it is listed why. In whole minor units. */
    readonly difference: number
    /** What is there beyond that, and people have accepted as known. In whole minor units. */
    readonly accepted: number
    /** The number of rows that wait. */
    readonly waiting: number
    /** The number of rows that differ. */
    readonly unmatched: number
  }[]
}

/** Money at a payment provider beside what is known of it here. */
export type ReconciliationItem = {
  /** The row. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The payment provider. */
  readonly provider: string
  /** What it is about. `payout`: money between the provider and your bank. `fee`: what the provider charges by itself. `other`: anything that the platform does not know. */
  readonly kind: 'payment' | 'refund' | 'dispute' | 'payout' | 'fee' | 'other'
  /** `matched`: both sides say the same. `waiting`: a payment or refund that is pending, or a dispute that is open. `unmatched`: they differ. `accepted`: they differ, and a person has accepted that as known. */
  readonly state: 'matched' | 'waiting' | 'unmatched' | 'accepted'
  /** `not_here`: the provider has money that no payment or refund here explains. `not_there`: it has none for a payment or refund that was made three days ago. `other_amount` and `other_currency`: they differ. Null if they do not differ. */
  readonly problem: 'not_here' | 'not_there' | 'other_amount' | 'other_currency' | null
  /** What the provider calls the movement; null if it has none. */
  readonly reference: string | null
  /** What the provider calls its cause, such as a charge or a payout. */
  readonly source: string | null
  /** The word of the provider for it. */
  readonly type: string | null
  /** What came in before the fee; below zero what went out; null if the provider has nothing. */
  readonly amount: number | null
  /** What the provider kept of it; below zero what it gave back. In whole minor units. */
  readonly fee: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** When the provider booked it; where it has none, when that was noticed. */
  readonly happened_at: string
  /** When the money is at the bank, of a payout; null for all else. */
  readonly value_date: string | null
  /** The payment that it belongs to. */
  readonly payment_id: string | null
  /** The refund that it belongs to. */
  readonly refund_id: string | null
  /** What all movements of the same payment, refund or dispute come to here; null if that is not known yet. */
  readonly own_amount: number | null
  /** What is at the provider beyond that. Of several movements the newest has it. In whole minor units. */
  readonly difference: number
  /** Who has accepted the difference as known; null if nobody has. */
  readonly acceptance: {
    /** Why it is known. */
    readonly reason: string
    /** The person or the key that accepted it. */
    readonly by: string
    /** When it was accepted. */
    readonly at: string
  } | null
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly accept: AllowedAct
    readonly reopen: AllowedAct
  }
}

/** An invoice. */
export type Invoice = {
  /** The invoice. */
  readonly id: string
  /** The invoice number; null for a moment after the issue, and while the invoice is proposed. */
  readonly number: string | null
  /** The reference for a bank transfer: the number with check digits. */
  readonly reference: string | null
  /** The policy. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** `sale`: the first invoice. `transaction`: for a policy transaction. `instalment`: for a billing period. `credit_note`: for a reduction. `fee`: for a reminder or notice. `manual_fee` and `correction`: entered by a person. */
  readonly kind:
    | 'sale'
    | 'transaction'
    | 'instalment'
    | 'credit_note'
    | 'fee'
    | 'manual_fee'
    | 'correction'
  /** `proposed`: for a transaction that takes effect once it is paid for. `open`: to be paid. `settled`: paid or no longer owed. `void`: no longer requested. `written_off`: no longer collected. */
  readonly state: 'proposed' | 'open' | 'settled' | 'void' | 'written_off'
  /** The total, or the credited amount of a credit note. In whole minor units. */
  readonly total: number
  /** The open amount. In whole minor units. */
  readonly open: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The issue date, in the time zone of the policy. */
  readonly issue_date: string
  /** The due date. */
  readonly due_date: string
  /** When the invoice was created. */
  readonly created_at: string
  /** The policy number; null without a policy. */
  readonly policy_number: string | null
  /** The first name of the policyholder; null without a policy. */
  readonly first_name: string | null
  /** The last name of the policyholder; null without a policy. */
  readonly last_name: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
  /** The lines add up to the total; those of a credit note to the negative total. */
  readonly lines: readonly {
    /** `period`: the price of a billing period. `adjustment`: a change to the price of a period by a policy transaction. `fee`: a fee. `goodwill` and `correction`: entered by a person. `balance`: the balance carried forward. */
    readonly kind: 'period' | 'adjustment' | 'fee' | 'goodwill' | 'correction' | 'balance'
    /** What it is for, where a person wrote it; otherwise null. */
    readonly text: string | null
    /** The first day of the period; null if the line has none. */
    readonly first_day: string | null
    /** The last day of the period; null if the line has none. */
    readonly last_day: string | null
    /** The amount of the line, including tax and fees. In whole minor units. */
    readonly amount: number
    /** The tax in this amount. In whole minor units. */
    readonly tax: number
    /** The tax rate in percent; null if there is none, or it was not recorded. */
    readonly tax_rate: string | null
    /** The fees in this amount. In whole minor units. */
    readonly fee: number
  }[]
  /** The payments and receipts for the invoice, oldest first, including failed ones. */
  readonly payments: readonly PaymentSummary[]
  /** The token to pay it with `POST /payments` while it is open; null if it cannot be paid that way. */
  readonly payment_token: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly write_off: AllowedAct
    readonly defer: AllowedAct
    readonly record_receipt: AllowedAct
  }
}

export type WriteOff = {
  /** The reason for the write-off. Do not include personal data. */
  readonly reason: string
}

export type DeferInvoice = {
  /** The new due date, after the present one and after today. */
  readonly due_date: string
  /** The reason for the deferral. Do not include personal data. */
  readonly reason: string
}

/** The bank account of a payout, without its number. */
export type PayoutAccount = {
  /** The country of the account. */
  readonly country: string
  /** The last four characters of the IBAN. */
  readonly last4: string
  /** Whether the refunded payment came from this account. */
  readonly paid_from_it: boolean
}

/** Money that a person pays out by bank transfer. */
export type Payout = {
  /** The payout. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The policy. */
  readonly policy_id: string
  /** The refund that it carries out; null for credit. */
  readonly refund_id: string | null
  /** The amount to pay out. In whole minor units. */
  readonly amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** `needs_account`: no account is known. `pending`: can be given to the bank. `exported`: is in a batch for the bank. `done`: paid. `cancelled`: not paid out, credit again. */
  readonly state: 'needs_account' | 'pending' | 'exported' | 'done' | 'cancelled'
  /** Why credit is paid out; null for a refund. */
  readonly reason: string | null
  /** Where the money goes; null if no account is known. */
  readonly account: PayoutAccount | null
  /** Whether somebody released this amount to this account. */
  readonly released: boolean
  /** By when a law requires the money to be back; null without such a law. */
  readonly due_date: string | null
  /** Why the last transfer did not arrive. `failed`: the bank did not carry it out. `returned`: the bank sent it back. Null if there is no problem. */
  readonly problem: 'failed' | 'returned' | null
  /** What was said of the problem or the end; null if nothing was. */
  readonly note: string | null
  /** The batch that the bank was given; null if none. */
  readonly batch_id: string | null
  /** The day on which the bank paid it; null while it is not paid. */
  readonly paid_on: string | null
  /** When it was created. */
  readonly created_at: string
  /** When it was paid or cancelled; null before. */
  readonly ended_at: string | null
}

/** A letter that is sent by post. */
export type Letter = {
  /** The letter. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The policy that it is about. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** The letter of a dunning case that it is. */
  readonly subject_id: string
  /** `waiting`: to be sent. `sent`: posted. `delivered`: it is known to have arrived. `returned`: it came back. `void`: it need not be sent any more. */
  readonly state: 'waiting' | 'sent' | 'delivered' | 'returned' | 'void'
  /** The day on which it was last posted; null if it was not. */
  readonly sent_on: string | null
  /** The day on which it arrived; null while that is not known. */
  readonly delivered_on: string | null
  /** The day on which it last came back; null if it did not. */
  readonly returned_on: string | null
  /** How it is known that it arrived; null while it is not. */
  readonly evidence: string | null
  /** Since when it is to be sent. */
  readonly created_at: string
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly send: AllowedAct
    readonly deliver: AllowedAct
    readonly return: AllowedAct
  }
}

export type SendLetter = {
  /** The day on which it was posted, such as `2029-01-26`. */
  readonly date: string
}

export type DeliverLetter = {
  /** The day on which it arrived, such as `2029-01-28`. */
  readonly date: string
  /** How that is known, such as the number and the answer of the tracking. Do not include personal data. */
  readonly evidence: string
}

export type ReturnLetter = {
  /** The day on which it came back, such as `2029-02-02`. */
  readonly date: string
}

/** A mail to one recipient about one event, without what it says. */
export type Mail = {
  /** The mail. */
  readonly id: string
  /** The policy that it is about; null for the receipt of a declared withdrawal. */
  readonly policy_id: string | null
  /** The event that sends it. */
  readonly event_id: string
  /** Its type. */
  readonly event_type: string
  /** Which recipient of the product it is, for example `policyholder`. */
  readonly recipient: string
  /** `waiting`: to be composed. `ready`: to be sent. `sent`: a server has accepted it. `kept`: never sent, without a mail server or in test mode. `parked`: nobody tries it again by itself. `void`: what it would say no longer counts. */
  readonly state: 'waiting' | 'ready' | 'sent' | 'kept' | 'parked' | 'void'
  /** Why it failed last; null if it did not. */
  readonly problem: string | null
  /** When it is tried next; null if it is not. */
  readonly next_at: string | null
  /** How many attempts have failed. */
  readonly failures: number
  /** SHA-256 of the whole message; null until it is composed. */
  readonly content_hash: string | null
  /** The size of the message; null until it is composed. */
  readonly bytes: number | null
  /** What mail servers answered and reported, oldest first. */
  readonly replies: readonly {
    /** When. */
    readonly at: string
    /** What it means. `delivered` and `bounced` come from delivery reports. */
    readonly outcome: 'accepted' | 'temporary' | 'permanent' | 'delivered' | 'bounced'
    /** What the mail server answered, without addresses. */
    readonly reply: string
  }[]
  /** `delivered`: a report says that it is in the mailbox. `bounced`: one says that it came back. Null while no report says either. */
  readonly delivery: 'delivered' | 'bounced' | null
  /** The moment that it carries: on a test clock, that of the clock. */
  readonly dated_at: string
  /** When it was made. */
  readonly created_at: string
}

/** A withdrawal that was declared on the public page. */
export type DeclaredWithdrawal = {
  /** The withdrawal, as its receipt names it. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The product on whose page it was declared. */
  readonly product_id: string
  /** `open`: the platform or a person has to see to it. `settled`: the policy has ended. `refused`: the insurer has refused it. */
  readonly state: 'open' | 'settled' | 'refused'
  /** Why it was left to a person: `no_policy`, `customer_differs` (the e-mail address is not that of the policyholder), `withdrawal_failed`, or the code by which the withdrawal was refused, such as `withdrawal_period_over`. Null as long as it was not. */
  readonly problem: string | null
  /** The policy with the number; null if there is none. */
  readonly policy_id: string | null
  /** The name, as it was entered. */
  readonly name: string
  /** The policy number, as it was entered. */
  readonly policy_number: string
  /** The e-mail address to which the receipt goes. */
  readonly email: string
  /** The language of the receipt. */
  readonly language: string
  /** When it was received, to the millisecond. */
  readonly received_at: string
  /** What the person wrote who settled or refused it. */
  readonly reason: string | null
  /** The key or the person; null for the platform, and while it is open. */
  readonly settled_by: string | null
  /** When it was settled or refused; null while it is open. */
  readonly settled_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly settle: AllowedAct
  }
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** What a person has decided about a withdrawal. */
export type SettleWithdrawal = {
  /** What was decided. */
  readonly outcome: 'settled' | 'refused'
  /** The policy that has ended; needed for `settled`. */
  readonly policy_id?: string
  /** Why; needed for `refused`. It is not shown to the customer. */
  readonly reason?: string
}

/** A mail with what it says, to the byte. */
export type MailDetail = {
  /** The mail. */
  readonly id: string
  /** The policy that it is about; null for the receipt of a declared withdrawal. */
  readonly policy_id: string | null
  /** The event that sends it. */
  readonly event_id: string
  /** Its type. */
  readonly event_type: string
  /** Which recipient of the product it is, for example `policyholder`. */
  readonly recipient: string
  /** `waiting`: to be composed. `ready`: to be sent. `sent`: a server has accepted it. `kept`: never sent, without a mail server or in test mode. `parked`: nobody tries it again by itself. `void`: what it would say no longer counts. */
  readonly state: 'waiting' | 'ready' | 'sent' | 'kept' | 'parked' | 'void'
  /** Why it failed last; null if it did not. */
  readonly problem: string | null
  /** When it is tried next; null if it is not. */
  readonly next_at: string | null
  /** How many attempts have failed. */
  readonly failures: number
  /** SHA-256 of the whole message; null until it is composed. */
  readonly content_hash: string | null
  /** The size of the message; null until it is composed. */
  readonly bytes: number | null
  /** What mail servers answered and reported, oldest first. */
  readonly replies: readonly {
    /** When. */
    readonly at: string
    /** What it means. `delivered` and `bounced` come from delivery reports. */
    readonly outcome: 'accepted' | 'temporary' | 'permanent' | 'delivered' | 'bounced'
    /** What the mail server answered, without addresses. */
    readonly reply: string
  }[]
  /** `delivered`: a report says that it is in the mailbox. `bounced`: one says that it came back. Null while no report says either. */
  readonly delivery: 'delivered' | 'bounced' | null
  /** The moment that it carries: on a test clock, that of the clock. */
  readonly dated_at: string
  /** When it was made. */
  readonly created_at: string
  /** The address that it is from; null until it is composed, as what follows. */
  readonly from: string | null
  /** The address that it is for. */
  readonly to: string | null
  /** The subject. */
  readonly subject: string | null
  /** What it says as text. */
  readonly text: string | null
  /** What it says as HTML. */
  readonly html: string | null
  /** The documents that it carries. */
  readonly attachments: readonly {
    /** The name of the file. */
    readonly name: string
    /** SHA-256 of the file. */
    readonly content_hash: string
  }[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly resend: AllowedAct
  }
  /** The exact message (`.eml`) in base64, with headers and attachments. Its SHA-256 is `content_hash`. */
  readonly message: string | null
}

/** What DNS says of the domains that your mails come from. */
export type CheckedSender = {
  /** True for live, false for test. */
  readonly livemode: boolean
  /** True for a mail server of your own, false for that of the installation. */
  readonly is_own: boolean
  /** The address that mails are from. */
  readonly from: string
  /** The domain of return addresses; null where it is that of `from`. */
  readonly bounce_domain: string | null
  /** The records that servers look at before they accept a mail. */
  readonly records: readonly {
    /** What the record is for. */
    readonly purpose: 'spf' | 'dkim' | 'dmarc' | 'mx'
    /** Its name. */
    readonly name: string
    /** Its type. */
    readonly type: 'TXT' | 'MX'
    /** `ok`: it is there and right. `missing`, `wrong`: publish `value`. `unanswered`: no name server has said whether it is there. `unknown`: this cannot be known here. */
    readonly state: 'ok' | 'missing' | 'wrong' | 'unanswered' | 'unknown'
    /** What is published. */
    readonly found: readonly string[]
    /** What to publish; null where nothing has to be, or a person must decide. */
    readonly value: string | null
    /** What is wrong with it, or could be better. */
    readonly remarks: readonly string[]
  }[]
}

/** The mail server of your own, in the mode of the key. */
export type MailServer = {
  /** True for live, false for test: each mode has a mail server of its own. */
  readonly livemode: boolean
  /** Where it is, without what signs in. */
  readonly address: string
  /** Who signs in there; null if nobody does. The password is never shown. */
  readonly user: string | null
  /** The address that mails are from. */
  readonly from: string
  /** How mails are signed; null if they are not. The key is never shown. */
  readonly dkim: {
    /** The domain that signs. */
    readonly domain: string
    /** The name under which its public key stands in DNS. */
    readonly selector: string
  } | null
  /** Addresses, or domains such as `@example.com`, that mails of test mode are sent to. All others of test mode are kept. */
  readonly test_addresses: readonly string[]
  /** The domain of return addresses, to which servers report what became of a mail; null if nobody forwards these reports to `POST /manage/delivery_reports`. */
  readonly bounce_domain: string | null
  /** When it was last changed. */
  readonly changed_at: string
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly set: AllowedAct
    readonly remove: AllowedAct
  }
}

export type SetMailServer = {
  /** Its address with user and password: `smtps://user:password@host:port`, or `smtp://` where it encrypts by STARTTLS. Without it the stored one stays. */
  readonly url?: string
  /** The address that mails are from. */
  readonly from: string
  /** How mails are signed. Without it they are not. */
  readonly dkim?: {
    /** The domain that signs. */
    readonly domain: string
    /** The name under which its public key stands in DNS. */
    readonly selector: string
    /** The private RSA key in PEM. Without it the stored one stays, if domain and selector are the same. */
    readonly key?: string
  } | null
  /** Addresses, or domains such as `@example.com`, that mails of test mode are sent to. All others of test mode are kept. None by default. */
  readonly test_addresses?: readonly string[]
  /** The domain of return addresses, to which servers report what became of a mail; null if nobody forwards these reports to `POST /manage/delivery_reports`. */
  readonly bounce_domain?: string | null
}

export type TestMailServer = {
  /** Who gets the mail. */
  readonly to: string
}

/** What a mail server answered. */
export type TestedMailServer = {
  /** Whether the server has accepted the mail. */
  readonly ok: boolean
  /** What it answered, without addresses. */
  readonly reply: string
}

export type SuppressAddress = {
  /** The address that no mail is to go to. */
  readonly address: string
  /** Why. */
  readonly note?: string
}

/** An address that no mail goes to. */
export type SuppressedAddress = {
  /** The entry of the list. */
  readonly id: string
  /** True for live, false for test: each mode has a list of its own. */
  readonly livemode: boolean
  /** The address that no mail goes to. */
  readonly address: string
  /** `refused`: a mail server knows no such mailbox. `bounced`: a mail came back. `person`: a person has put it there. */
  readonly reason: 'refused' | 'bounced' | 'person'
  /** The mail that was refused or came back; null if a person did it. */
  readonly mail_id: string | null
  /** What the server or the report said, without addresses. */
  readonly reply: string | null
  /** What the person wrote who did it. */
  readonly note: string | null
  /** Since when. */
  readonly created_at: string
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly release: AllowedAct
  }
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** What a report says about a mail. */
export type ReceivedReport = {
  /** The mail that it is about. */
  readonly mail_id: string
  /** `delivered`: the server of the recipient has put it into the mailbox. `bounced`: it came back. `temporary`: a server tries again. `accepted`: another server has taken it. */
  readonly outcome: 'delivered' | 'bounced' | 'temporary' | 'accepted'
  /** The status code (RFC 3463), such as `5.1.1`. */
  readonly status: string
}

/** A payout with what the caller may do with it. */
export type ShownPayout = {
  /** The payout. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The policy. */
  readonly policy_id: string
  /** The refund that it carries out; null for credit. */
  readonly refund_id: string | null
  /** The amount to pay out. In whole minor units. */
  readonly amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** `needs_account`: no account is known. `pending`: can be given to the bank. `exported`: is in a batch for the bank. `done`: paid. `cancelled`: not paid out, credit again. */
  readonly state: 'needs_account' | 'pending' | 'exported' | 'done' | 'cancelled'
  /** Why credit is paid out; null for a refund. */
  readonly reason: string | null
  /** Where the money goes; null if no account is known. */
  readonly account: PayoutAccount | null
  /** Whether somebody released this amount to this account. */
  readonly released: boolean
  /** By when a law requires the money to be back; null without such a law. */
  readonly due_date: string | null
  /** Why the last transfer did not arrive. `failed`: the bank did not carry it out. `returned`: the bank sent it back. Null if there is no problem. */
  readonly problem: 'failed' | 'returned' | null
  /** What was said of the problem or the end; null if nothing was. */
  readonly note: string | null
  /** The batch that the bank was given; null if none. */
  readonly batch_id: string | null
  /** The day on which the bank paid it; null while it is not paid. */
  readonly paid_on: string | null
  /** When it was created. */
  readonly created_at: string
  /** When it was paid or cancelled; null before. */
  readonly ended_at: string | null
  /** The policy number; null without a policy. */
  readonly policy_number: string | null
  /** The first name of the policyholder; null without a policy. */
  readonly first_name: string | null
  /** The last name of the policyholder; null without a policy. */
  readonly last_name: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly set_account: AllowedAct
    readonly release: AllowedAct
    readonly resolve: AllowedAct
  }
}

export type SetPayoutAccount = {
  /** Where the money goes. It is encrypted, and shown with its last four characters. */
  readonly iban: string
  /** Whose account it is, if not the policyholder. */
  readonly holder?: string
}

export type ResolvePayout = {
  /** `done`: the bank has paid it. `failed`: the bank has not carried out an exported payout. `returned`: the bank has sent the money of a paid one back. `cancelled`: it is not paid out. */
  readonly outcome: 'done' | 'failed' | 'returned' | 'cancelled'
  /** Of `done`: the day on which the bank paid it; today by default. */
  readonly paid_on?: string
  /** Of `failed` and `returned`: true to try the same account again. By default another account is needed. */
  readonly same_account?: boolean
  /** What happened. Required unless the outcome is `done`. Do not include personal data. */
  readonly note?: string
}

export type PayOutCredit = {
  /** In whole minor units; all credit that can be paid out by default. */
  readonly amount?: number
  /** Where the part goes that no payment covers. It can also be set later. */
  readonly iban?: string
  /** Whose account it is, if not the policyholder. */
  readonly holder?: string
  /** Why it is paid out, for the audit log. Do not include personal data. */
  readonly reason: string
}

/** How credit is paid out. */
export type PaidOutCredit = {
  /** The policy. */
  readonly policy_id: string
  /** The amount that is paid out. In whole minor units. */
  readonly amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** What goes back the way it came. */
  readonly refunds: readonly {
    /** The refund. */
    readonly id: string
    /** The refunded payment. */
    readonly payment_id: string
    /** The refunded amount. In whole minor units. */
    readonly amount: number
  }[]
  /** What is paid out by bank: refunds of receipts, and credit that no payment covers. */
  readonly payouts: readonly Payout[]
}

export type ExportPayouts = {
  /** Only payouts in this currency. */
  readonly currency?: string
}

/** Payouts that the bank is given together. */
export type PayoutBatch = {
  /** The batch. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The number of payouts. */
  readonly count: number
  /** By currency. */
  readonly totals: readonly {
    /** ISO 4217, in lower case. */
    readonly currency: string
    /** What the payouts in this currency sum to. In whole minor units. */
    readonly amount: number
  }[]
  /** The number of pending payouts that wait for a release or for the next batch. */
  readonly held: number
  /** When it was created. */
  readonly created_at: string
}

/** Goodwill, a fee or a correction that a person entered. */
export type ManualEntry = {
  /** The entry. */
  readonly id: string
  /** The policy. */
  readonly policy_id: string
  /** `goodwill`: given without being owed. `fee`: charged for something beside the premium. `correction`: puts right what was charged, upwards or downwards, with its tax. */
  readonly kind: 'goodwill' | 'fee' | 'correction'
  /** What goodwill gives, or what a fee or a correction charges, with tax. Below zero for a correction that gives back, and for the reversal of an entry. In whole minor units. */
  readonly amount: number
  /** The tax in the amount. In whole minor units. */
  readonly tax: number
  /** The tax rate of a correction in percent; otherwise null. */
  readonly tax_rate: string | null
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** What the document says; null where the product has words for it. */
  readonly text: string | null
  /** Why it was entered. Customers do not see it. */
  readonly reason: string
  /** The document: an invoice for what is charged, a credit note otherwise. */
  readonly invoice_id: string
  /** The entry that it reverses; otherwise null. */
  readonly reverses: string | null
  /** When it was entered. */
  readonly created_at: string
}

/** A manual entry with what became of it. */
export type ListedManualEntry = {
  /** The entry. */
  readonly id: string
  /** The policy. */
  readonly policy_id: string
  /** `goodwill`: given without being owed. `fee`: charged for something beside the premium. `correction`: puts right what was charged, upwards or downwards, with its tax. */
  readonly kind: 'goodwill' | 'fee' | 'correction'
  /** What goodwill gives, or what a fee or a correction charges, with tax. Below zero for a correction that gives back, and for the reversal of an entry. In whole minor units. */
  readonly amount: number
  /** The tax in the amount. In whole minor units. */
  readonly tax: number
  /** The tax rate of a correction in percent; otherwise null. */
  readonly tax_rate: string | null
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** What the document says; null where the product has words for it. */
  readonly text: string | null
  /** Why it was entered. Customers do not see it. */
  readonly reason: string
  /** The document: an invoice for what is charged, a credit note otherwise. */
  readonly invoice_id: string
  /** The entry that it reverses; otherwise null. */
  readonly reverses: string | null
  /** When it was entered. */
  readonly created_at: string
  /** The entry that reverses it; null while there is none. */
  readonly reversed_by: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly reverse: AllowedAct
  }
}

/** The manual entries of a policy. */
export type ManualEntries = {
  /** The policy. */
  readonly policy_id: string
  /** Oldest first. */
  readonly entries: readonly ListedManualEntry[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly enter: AllowedAct
    readonly pay_out: AllowedAct
  }
}

export type EnterMoney = {
  /** `goodwill`: given without being owed. `fee`: charged for something beside the premium. `correction`: puts right what was charged, upwards or downwards, with its tax. */
  readonly kind: 'goodwill' | 'fee' | 'correction'
  /** In whole minor units, with tax. Above zero; a correction that gives back is below zero. */
  readonly amount: number
  /** Of a correction, and required there: the tax rate in percent, such as `19`. */
  readonly tax_rate?: string
  /** By when a charge is to be paid, from tomorrow on. By default the customer gets as many days as the payment plan gives for an instalment. */
  readonly due_date?: string
  /** What the document says instead of the words of the product. Of a fee, and required there: what it is for. */
  readonly text?: string
  /** Why it is entered, for the audit log. Customers do not see it. */
  readonly reason: string
}

export type ReverseEntry = {
  /** Why it is reversed. Customers do not see it. */
  readonly reason: string
}

/** A person who was named for a role, or whose role was ended. */
export type PartySet = {
  /** The party. */
  readonly id: string
  /** `policyholder`: holds the contract and owes the premium. `insured`: whom it covers besides. `payer`: pays the premium for the policyholder. `beneficiary`: receives the benefit. */
  readonly role: 'policyholder' | 'insured' | 'payer' | 'beneficiary'
  /** The customer, of a policyholder; otherwise null. */
  readonly customer_id: string | null
  /** The first name; null if it is not known. */
  readonly first_name: string | null
  /** The last name, or the name of a company. */
  readonly last_name: string | null
  /** The e-mail address; null if it is not known. */
  readonly email: string | null
  /** The date of birth; null if it is not known. */
  readonly birth_date: string | null
  /** The first day in the role. */
  readonly from: string
  /** The last day in the role; null until it is ended. */
  readonly until: string | null
  /** Why the person was named; null for the policyholder of the sale. */
  readonly reason: string | null
  /** The key or the person who named them; null for the policyholder of the sale. */
  readonly set_by: string | null
  /** When the person was named. */
  readonly created_at: string
  /** Why the role was ended; null until then. */
  readonly ended_reason: string | null
  /** The key or the person who ended it; null until then. */
  readonly ended_by: string | null
  /** When it was ended; null until then. */
  readonly ended_at: string | null
  /** The mandate that ended with it; null if none did. */
  readonly ended_mandate_id: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** A person in a role of a policy. */
export type Party = {
  /** The party; null for the policyholder of a sale that was never handed over. */
  readonly id: string | null
  /** `policyholder`: holds the contract and owes the premium. `insured`: whom it covers besides. `payer`: pays the premium for the policyholder. `beneficiary`: receives the benefit. */
  readonly role: 'policyholder' | 'insured' | 'payer' | 'beneficiary'
  /** The customer, of a policyholder; otherwise null. */
  readonly customer_id: string | null
  /** The first name; null if it is not known. */
  readonly first_name: string | null
  /** The last name, or the name of a company. */
  readonly last_name: string | null
  /** The e-mail address; null if it is not known. */
  readonly email: string | null
  /** The date of birth; null if it is not known. */
  readonly birth_date: string | null
  /** The first day in the role. */
  readonly from: string
  /** The last day in the role; null until it is ended. */
  readonly until: string | null
  /** Why the person was named; null for the policyholder of the sale. */
  readonly reason: string | null
  /** The key or the person who named them; null for the policyholder of the sale. */
  readonly set_by: string | null
  /** When the person was named. */
  readonly created_at: string
  /** Why the role was ended; null until then. */
  readonly ended_reason: string | null
  /** The key or the person who ended it; null until then. */
  readonly ended_by: string | null
  /** When it was ended; null until then. */
  readonly ended_at: string | null
  /** Whether the person has the role today, or will have it. */
  readonly is_current: boolean
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly end: AllowedAct
  }
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** All persons of a policy. */
export type Parties = {
  /** The policy. */
  readonly policy_id: string
  /** Those of today first, each with the policyholder at the beginning. */
  readonly parties: readonly Party[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly add: AllowedAct
    readonly change_policyholder: AllowedAct
  }
}

export type AddParty = {
  /** `policyholder`: holds the contract and owes the premium. `insured`: whom it covers besides. `payer`: pays the premium for the policyholder. `beneficiary`: receives the benefit. */
  readonly role: 'insured' | 'payer' | 'beneficiary'
  /** The first name. */
  readonly first_name?: string
  /** The last name, or the name of a company. */
  readonly last_name: string
  /** The e-mail address. */
  readonly email?: string
  /** The date of birth. */
  readonly birth_date?: string
  /** The first day in the role; by default today, or the first day of a cover that is still to begin. A premium payer begins today at the latest. */
  readonly from?: string
  /** Of a premium payer: the mandate of the policy is theirs, and stays. By default it ends, since the policyholder gave it. */
  readonly keeps_mandate?: boolean
  /** Why the person is named. Do not include personal data. */
  readonly reason: string
}

export type EndParty = {
  /** The last day in the role; today by default. */
  readonly until?: string
  /** Why the role is ended. Do not include personal data. */
  readonly reason: string
}

/** That two customers are one person, as somebody found. */
export type CustomerJoin = {
  /** The customer that was joined. */
  readonly customer_id: string
  /** The customer into which it was joined. */
  readonly into_id: string
  /** Why. */
  readonly reason: string
  /** The key or the person. */
  readonly joined_by: string
  /** When. */
  readonly joined_at: string
  /** Why they were split; null while they are joined. */
  readonly split_reason: string | null
  /** The key or the person who split them. */
  readonly split_by: string | null
  /** When they were split. */
  readonly split_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly split: AllowedAct
  }
}

/** A customer after a join or a split. */
export type JoinedCustomer = {
  /** The customer. Of several that were joined, the one that stands for all. */
  readonly id: string
  /** All ids under which the person is a customer, this one first. */
  readonly customer_ids: readonly string[]
  /** Policies that the person holds or has held, oldest first; at most 100. */
  readonly policies: readonly {
    /** The policy. */
    readonly policy_id: string
    /** The policy number. */
    readonly insurer_policy_id: string
    /** The status now. */
    readonly status: string
    /** The product. */
    readonly product_id: string
    /** The distributor that sold it. */
    readonly distributor_id: string
    /** ISO 4217, in lower case. */
    readonly currency: string
    /** The first day of cover. */
    readonly start_date: string
    /** The last day of cover; null if the policy is open-ended. */
    readonly end_date: string | null
    /** The customer who holds it now. */
    readonly customer_id: string
    /** Whether the person is the policyholder now; false for a former one. */
    readonly is_held: boolean
  }[]
  /** Whether these are all policies of the customer. False where you may not see others. */
  readonly is_complete: boolean
}

/** Something that a search found. */
export type SearchResult = {
  /** What it is, and so which page opens it. */
  readonly type: 'policy' | 'offer' | 'customer' | 'invoice' | 'payment' | 'quote'
  /** Its id. */
  readonly id: string
  /** What the text was found in. */
  readonly matched: 'id' | 'number' | 'email' | 'name'
  /** The policy number, or the number of the invoice; null if it has none. */
  readonly number: string | null
  /** The status or state now; null where it has none. */
  readonly status: string | null
  /** The customer’s first name; null where it names nobody. */
  readonly first_name: string | null
  /** The customer’s last name. */
  readonly last_name: string | null
  /** The customer’s e-mail address. */
  readonly email: string | null
  /** The product; null for customers. */
  readonly product_id: string | null
  /** The offer or policy that it belongs to; null where it has none. */
  readonly policy_id: string | null
  /** The customer; null where it names nobody. */
  readonly customer_id: string | null
  /** The amount in whole minor units; null for customers. */
  readonly amount: number | null
  /** ISO 4217, in lower case. */
  readonly currency: string | null
  /** When it was created; null for customers. */
  readonly created_at: string | null
  readonly open: Link
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** What a text names. */
export type SearchResults = {
  /** Most exact first: ids and numbers, then customers, then the sales of people. */
  readonly results: readonly SearchResult[]
  /** What the text could have meant and you may not see. */
  readonly not_searched: readonly {
    /** What was not searched: `name`, `email`, `offer`, `invoice`, `payment`, `quote`. */
    readonly what: string
    /** The permission that you lack. */
    readonly permission: string
  }[]
}

export type CreateTask = {
  /** What is to be done. */
  readonly title: string
  /** More about it. */
  readonly note?: string
  /** The person who does it; nobody by default. */
  readonly assignee_id?: string
  /** The day until which it is to be done. */
  readonly due_date?: string
  /** The offer or policy that it is about. */
  readonly policy_id?: string
  /** The customer that it is about, instead of a policy. */
  readonly customer_id?: string
}

export type ChangeTask = {
  /** What is to be done. */
  readonly title?: string
  /** More about it; null for nothing. */
  readonly note?: string | null
  /** The person; null for nobody. */
  readonly assignee_id?: string | null
  /** The day; null for none. */
  readonly due_date?: string | null
  /** A task that is done can be opened again. */
  readonly status?: 'open' | 'done'
}

/** What somebody wants done. */
export type Task = {
  /** The task. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** Whether it is done. */
  readonly status: 'open' | 'done'
  /** What is to be done. */
  readonly title: string
  /** More about it. */
  readonly note: string | null
  /** The person who does it; null for nobody yet. */
  readonly assignee_id: string | null
  /** The day until which it is to be done. */
  readonly due_date: string | null
  /** The offer or policy that it is about. */
  readonly policy_id: string | null
  /** The customer that it is about. */
  readonly customer_id: string | null
  /** The key or the person. */
  readonly created_by: string
  /** When it was created. */
  readonly created_at: string
  /** The key or the person. */
  readonly done_by: string | null
  /** When it was done. */
  readonly done_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly change: AllowedAct
  }
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

export type WriteNote = {
  /** The offer or policy. */
  readonly policy_id?: string
  /** The customer, instead of a policy. */
  readonly customer_id?: string
  /** The text, which is shown as text. */
  readonly body: string
}

/** What somebody wrote about a policy or a customer. */
export type Note = {
  /** The note. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The offer or policy. */
  readonly policy_id: string | null
  /** The customer. */
  readonly customer_id: string | null
  /** The text; null once the note was removed. */
  readonly body: string | null
  /** The key or the person. */
  readonly written_by: string
  /** When it was written. */
  readonly written_at: string
  /** The key or the person. */
  readonly removed_by: string | null
  /** When its text was deleted; null while it is there. */
  readonly removed_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly remove: AllowedAct
  }
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** What needs a person. */
export type Inbox = {
  /** What you may see, also where nothing waits. */
  readonly items: readonly {
    /** `money_in_doubt` are payments and refunds that nobody knows the end of. `disputes_to_answer` are disputes that wait for your evidence, each by a day. `reconciliation_unmatched` is money at payment providers that differs from the ledger for two days. `withdrawals_open` are withdrawals that customers have declared and that are not carried out. `lapses_unproven` are policies that lapsed after a notice that is not proven any more: void the lapse, or let it stand. `policies_stuck` are policies of which something due failed and is tried again. `deliveries_parked` are webhook deliveries and `mails_parked` mails that are no longer tried. */
    readonly kind:
      | 'tasks_of_mine'
      | 'tasks_of_nobody'
      | 'approvals_pending'
      | 'money_in_doubt'
      | 'disputes_to_answer'
      | 'receipts_unmatched'
      | 'withdrawals_open'
      | 'payouts_without_account'
      | 'payouts_to_export'
      | 'reconciliation_unmatched'
      | 'lapses_unproven'
      | 'renewals_blocked'
      | 'policies_stuck'
      | 'deliveries_parked'
      | 'mails_parked'
    /** How many there are, up to 100. */
    readonly count: number
    /** Whether there are more than that. */
    readonly is_capped: boolean
    /** The permission by which you see it. */
    readonly permission: string
  }[]
  /** What you may not see. */
  readonly not_shown: readonly {
    /** What is not shown. */
    readonly kind:
      | 'tasks_of_mine'
      | 'tasks_of_nobody'
      | 'approvals_pending'
      | 'money_in_doubt'
      | 'disputes_to_answer'
      | 'receipts_unmatched'
      | 'withdrawals_open'
      | 'payouts_without_account'
      | 'payouts_to_export'
      | 'reconciliation_unmatched'
      | 'lapses_unproven'
      | 'renewals_blocked'
      | 'policies_stuck'
      | 'deliveries_parked'
      | 'mails_parked'
    /** The permission that you lack. */
    readonly permission: string
  }[]
}

/** Whether everything goes on that goes on by itself. */
export type Health = {
  /** When this was read. */
  readonly asked_at: string
  /** How many milliseconds the database took to say that it takes writes. */
  readonly database_ms: number
  /** Work in the background, of the whole installation. */
  readonly jobs: {
    /** Processes that run jobs. Without one nothing happens by itself. */
    readonly workers: number
    /** Jobs that are due now or later, up to 100,000. */
    readonly waiting: number
    /** How long the oldest urgent one has been due. */
    readonly oldest_seconds: number
    /** Of the waiting ones, those that make documents. */
    readonly documents: number
    /** Jobs that were given up. */
    readonly failed: number
  }
  /** What happens to policies at known moments, of the whole installation. */
  readonly deadlines: {
    /** How long the oldest deadline has been due. */
    readonly oldest_seconds: number
    /** Policies of which something due failed, up to 10,000. */
    readonly policies_failed: number
  }
  /** The order of the events, of the whole installation. */
  readonly events: {
    /** Since when the newest event waits for its place in the feed; null where it has one. */
    readonly waiting_since: string | null
  }
  /** Mails to customers, of the whole installation. */
  readonly mails: {
    /** Events of which no mails were made yet. */
    readonly behind: number
  }
  /** The chains that prove events and audit log. */
  readonly evidence: {
    /** Events of the whole installation that are not in a chain yet. */
    readonly behind: number
    /** The records in your chain of this mode. */
    readonly records: number
  }
  /** Your webhooks. */
  readonly webhooks: {
    /** Your endpoints that are enabled in this mode. */
    readonly enabled: number
    /** Of these, those whose deliveries fail now. */
    readonly failing: number
    /** Events not sent to them yet, up to 1,000 for each. */
    readonly behind: number
    /** When the oldest of these happened; null where none waits. */
    readonly oldest_at: string | null
  }
  /** Your accounts at payment providers whose money is compared. */
  readonly reconciliation: readonly {
    /** The payment provider. */
    readonly provider: string
    /** As in `GET /manage/reconciliation/accounts`. */
    readonly state: 'not_asked' | 'read' | 'refused'
    /** When the provider was asked last; null for never. */
    readonly asked_at: string | null
    /** Up to when all movements were read; null for none. */
    readonly read_until: string | null
  }[]
}

/** A policy of which something due failed. */
export type StuckPolicy = {
  /** The policy. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The product that was sold. */
  readonly product_id: string
  /** The policy number; null without a policy. */
  readonly policy_number: string | null
  /** The first name of the policyholder; null without a policy. */
  readonly first_name: string | null
  /** The last name of the policyholder; null without a policy. */
  readonly last_name: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
  /** How often it was tried. */
  readonly attempts: number
  /** Why the last attempt failed, as the server says it. */
  readonly reason: string
  /** When it was tried last. */
  readonly failed_at: string
  /** When it is tried next. Nothing else that is due is done before. */
  readonly retry_at: string
}

/** What happened on some days: sales, premium and money. */
export type Figures = {
  /** The first day. */
  readonly from: string
  /** The last day. */
  readonly to: string
  /** Whether every day was computed once; false soon after the first start. */
  readonly is_complete: boolean
  /** When today was computed last; null before the first time. */
  readonly computed_at: string | null
  /** By day, product, distributor and currency. */
  readonly rows: readonly {
    /** The day; null where rows are not by day. */
    readonly day: string | null
    /** The product; null where rows are not by product. */
    readonly product_id: string | null
    /** The distributor; null where rows are not by distributor. */
    readonly distributor_id: string | null
    /** ISO 4217, in lower case. */
    readonly currency: string
    /** Quotes that were made. */
    readonly quotes: number
    /** Offers that were paid and became policies. */
    readonly sold: number
    /** `sold` by `quotes`, with four digits; null where there were no quotes. */
    readonly conversion: number | null
    /** Policies that were cancelled, withdrawn or lapsed. */
    readonly ended: number
    /** Net premium that was charged, less what was given back. In whole minor units. */
    readonly written: number
    /** What was charged, with tax and fees. In whole minor units. */
    readonly charged: number
    /** What came in for it, less what was charged back. In whole minor units. */
    readonly collected: number
    /** `collected` by `charged`, with four digits; null where nothing was charged. */
    readonly collection_rate: number | null
    /** What is no longer asked for. In whole minor units. */
    readonly written_off: number
    /** By how much more policyholders owe than before: over all days, what they owe. In whole minor units. */
    readonly owed: number
  }[]
}

/** A request that was answered, without its body and its values. */
export type LoggedRequest = {
  /** The place of the row, by which the next page begins. */
  readonly id: string
  /** As the answer said it in `X-Request-Id`. */
  readonly request_id: string
  /** The account that called: yours, or a distributor of yours. */
  readonly account_id: string
  /** The key or the person. */
  readonly actor_id: string
  /** The method. */
  readonly method: string
  /** The route, without its values. */
  readonly route: string
  /** The status of the answer. */
  readonly status: number
  /** The code of the error; null where there was none. */
  readonly code: string | null
  /** How long the answer took, in milliseconds. */
  readonly duration_ms: number
  /** When it was answered. */
  readonly answered_at: string
}

/** Errors of requests by what they have in common. */
export type RequestErrors = {
  /** The first day in UTC. */
  readonly since: string
  /** The most frequent first, at most 200. */
  readonly errors: readonly {
    /** The method. */
    readonly method: string
    /** The route, without its values. */
    readonly route: string
    /** The status of the answers. */
    readonly status: number
    /** The code of the error; null for none. */
    readonly code: string | null
    /** How often. */
    readonly times: number
    /** When it was answered last. */
    readonly last_at: string
    /** The last request, for `GET /manage/requests?request_id=`. */
    readonly last_request_id: string
  }[]
  /** When requests were not written down, newest first. */
  readonly gaps: readonly {
    /** Since when. */
    readonly from: string
    /** Until when. */
    readonly until: string
    /** How many requests of all accounts are missing. */
    readonly dropped: number
  }[]
}

export type SaveView = {
  /** The list. */
  readonly list:
    | 'policies'
    | 'offers'
    | 'quotes'
    | 'leads'
    | 'payments'
    | 'invoices'
    | 'renewals'
    | 'receipts'
    | 'payouts'
    | 'dunning'
    | 'tasks'
    | 'events'
    | 'audit'
    | 'open_items'
  /** What it is called. Do not include personal data. */
  readonly name: string
  /** The filters of the list as its query, such as `product_id=cyber&status=paid`. Pages, names and e-mail addresses are refused. */
  readonly query: string
  /** The columns in their order; those of the list by default. */
  readonly columns?: readonly string[]
  /** Whether everybody of the account sees it; nobody else by default. */
  readonly shared?: boolean
}

export type ChangeView = {
  /** What it is called. Do not include personal data. */
  readonly name?: string
  /** The filters of the list as its query, such as `product_id=cyber&status=paid`. Pages, names and e-mail addresses are refused. */
  readonly query?: string
  /** The columns in their order; those of the list by default. */
  readonly columns?: readonly string[]
  /** Whether everybody of the account sees it; nobody else by default. */
  readonly shared?: boolean
}

/** A list with its filters, as somebody wants to see it again. */
export type SavedView = {
  /** The view. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The list. */
  readonly list:
    | 'policies'
    | 'offers'
    | 'quotes'
    | 'leads'
    | 'payments'
    | 'invoices'
    | 'renewals'
    | 'receipts'
    | 'payouts'
    | 'dunning'
    | 'tasks'
    | 'events'
    | 'audit'
    | 'open_items'
  /** What it is called. */
  readonly name: string
  /** The filters of the list as its query. */
  readonly query: string
  /** The columns in their order; null for those of the list. */
  readonly columns: readonly string[] | null
  /** Whether everybody of the account sees it. */
  readonly shared: boolean
  /** The key or the person that saved it. */
  readonly owner_id: string
  /** How many rows it has, up to 1000, as a job counted last. Null for lists that are not counted, before the first count, and for callers who see some rows only. */
  readonly count: number | null
  /** Whether there are more than that. */
  readonly count_is_capped: boolean
  /** When it was counted; null where there is no count. */
  readonly counted_at: string | null
  /** When it was saved. */
  readonly created_at: string
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly change: AllowedAct
    readonly remove: AllowedAct
  }
}

/** A person with all policies. */
export type Customer = {
  /** The customer. Of several that were joined, the one that stands for all. */
  readonly id: string
  /** All ids under which the person is a customer, this one first. */
  readonly customer_ids: readonly string[]
  /** Policies that the person holds or has held, oldest first; at most 100. */
  readonly policies: readonly {
    /** The policy. */
    readonly policy_id: string
    /** The policy number. */
    readonly insurer_policy_id: string
    /** The status now. */
    readonly status: string
    /** The product. */
    readonly product_id: string
    /** The distributor that sold it. */
    readonly distributor_id: string
    /** ISO 4217, in lower case. */
    readonly currency: string
    /** The first day of cover. */
    readonly start_date: string
    /** The last day of cover; null if the policy is open-ended. */
    readonly end_date: string | null
    /** The customer who holds it now. */
    readonly customer_id: string
    /** Whether the person is the policyholder now; false for a former one. */
    readonly is_held: boolean
  }[]
  /** Whether these are all policies of the customer. False where you may not see others. */
  readonly is_complete: boolean
  /** The first name, as the newest policy has it. */
  readonly first_name: string
  /** The last name. */
  readonly last_name: string
  /** The e-mail address. */
  readonly email: string
  /** Joins of the customer in their order, with those that were split. */
  readonly joins: readonly CustomerJoin[]
  /** Other customers whose policies have the same e-mail address, at most 20. They may be other persons: nothing is joined by an address. */
  readonly same_email: readonly {
    /** The customer. */
    readonly id: string
    /** The first name, as the newest policy has it. */
    readonly first_name: string
    /** The last name. */
    readonly last_name: string
    /** The e-mail address. */
    readonly email: string
  }[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly join: AllowedAct
  }
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** One account statement over all policies of a customer. */
export type CustomerAccount = {
  /** The customer. */
  readonly customer_id: string
  /** Whether these are all policies of the customer. False where you may not see others. */
  readonly is_complete: boolean
  /** One for each currency, in their order. */
  readonly statements: readonly {
    /** The currency of all amounts. */
    readonly currency: string
    /** What the customer owes over all policies; negative if there is credit. In whole minor units. */
    readonly owed: number
    /** Oldest first. */
    readonly policies: readonly {
      /** The policy. */
      readonly policy_id: string
      /** The policy number. */
      readonly insurer_policy_id: string
      /** What the customer owes of it; zero once it was handed over. In whole minor units. */
      readonly owed: number
    }[]
    /** Oldest first. */
    readonly entries: readonly {
      /** The policy. */
      readonly policy_id: string
      /** As in the account of a policy. `handed_over`: the policy and its balance went to another policyholder. `taken_over`: they came from one. */
      readonly kind:
        | 'charge'
        | 'fee'
        | 'goodwill'
        | 'correction'
        | 'invoice'
        | 'credit_note'
        | 'on_account'
        | 'payment'
        | 'receipt'
        | 'unapplied_payment'
        | 'charge_back'
        | 'refund'
        | 'unapplied_refund'
        | 'failed_refund'
        | 'payout'
        | 'failed_payout'
        | 'write_off'
        | 'recovery'
        | 'handed_over'
        | 'taken_over'
      /** The id of the version, the invoice, the payment or the refund, or the party that took the policy over. */
      readonly id: string
      /** The day of the entry, in the time zone of the policy. */
      readonly date: string
      /** The time of the entry. */
      readonly at: string
      /** The change of the balance; negative if the customer owes less. In whole minor units. */
      readonly amount: number
      /** The balance over all policies after the entry. In whole minor units. */
      readonly owed: number
      /** The total of the invoice, payment or refund, also where the balance does not change: money that came too late, and its return. Null for other entries. */
      readonly total: number | null
    }[]
  }[]
}

export type JoinCustomers = {
  /** The other customer, who is the same person. */
  readonly customer_id: string
  /** How you know that the two are one person. Do not include personal data. */
  readonly reason: string
}

export type SplitCustomer = {
  /** How you know that the two are not one person. Do not include personal data. */
  readonly reason: string
}

export type RecordReceipt = {
  /** The received amount, in whole minor units. */
  readonly amount: number
  /** The currency of the invoice. */
  readonly currency: string
  /** The day on which the bank received it, such as `2029-01-15`. */
  readonly received_on: string
  /** The payment reference. */
  readonly reference?: string
  /** The account that paid. Refunds of the payment go back to it. It is encrypted, and shown with its last four characters. */
  readonly iban?: string
  /** Whose account it is, if not the policyholder. */
  readonly payer?: string
  /** True if the invoice was already paid and this is additional money: it becomes credit of the customer. */
  readonly overpayment?: boolean
}

/** A receipt in a bank file: money that was received. */
export type BankReceipt = {
  /** The receipt. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** `matched`: posted to an invoice. `unmatched`: waits for you. `dismissed`: pays no invoice. `waiting`: about to be posted. */
  readonly state: 'waiting' | 'unmatched' | 'matched' | 'dismissed'
  /** Why it could not be matched automatically: `no_number`, `unknown_number`, `several_numbers`, `other_currency`, `other_amount`, `invoice_settled`; null otherwise. */
  readonly why: string | null
  /** The received amount. In whole minor units. */
  readonly amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The day on which the bank received it. */
  readonly received_on: string
  /** The payment reference. */
  readonly reference: string
  /** The id of the transaction at the bank; null if the file has none. */
  readonly bank_id: string | null
  /** The matched invoice; null if there is none. */
  readonly invoice_id: string | null
  /** The payment that was posted for the receipt; null if none was posted. */
  readonly payment_id: string | null
  /** Why it was dismissed; null if it was not. */
  readonly reason: string | null
  /** When its file was imported. */
  readonly imported_at: string
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly match: AllowedAct
    readonly dismiss: AllowedAct
  }
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** The result of an import. */
export type ImportedReceipts = {
  /** The number of lines in the file. */
  readonly lines: number
  /** The number of new receipts. */
  readonly new: number
  /** The number of receipts that were imported before. */
  readonly known: number
  /** The number of lines that are outgoing payments. */
  readonly outgoing: number
  /** The number of new receipts that were posted. */
  readonly matched: number
  /** The number of new receipts that wait for you. */
  readonly unmatched: number
  /** The result for each line that is a receipt. */
  readonly receipts: readonly {
    /** The line of the file. */
    readonly line: number
    /** False if the receipt was imported before. */
    readonly is_new: boolean
    /** The receipt. */
    readonly id: string
    /** The state of the receipt. */
    readonly state: 'waiting' | 'unmatched' | 'matched' | 'dismissed'
    /** Why it could not be matched automatically: `no_number`, `unknown_number`, `several_numbers`, `other_currency`, `other_amount`, `invoice_settled`; null otherwise. */
    readonly why: string | null
    /** The received amount. In whole minor units. */
    readonly amount: number
    /** The matched invoice; null if there is none. */
    readonly invoice_id: string | null
  }[]
}

export type MatchReceipt = {
  /** The paid invoice. */
  readonly invoice_id: string
  /** True if the invoice was already paid and this is additional money: it becomes credit of the customer. */
  readonly overpayment?: boolean
}

export type DismissReceipt = {
  /** Why it pays no invoice. Do not include personal data. */
  readonly reason: string
}

/** The overdue amounts of a policy, and the dunning steps taken. */
export type DunningCase = {
  /** The case. */
  readonly id: string
  /** The policy. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** `open`: amounts are overdue. `cured`: all of them were paid, written off or are no longer owed. `lapsed`: the policy lapsed. `ended`: cover ended for another reason, such as a cancellation. */
  readonly state: 'open' | 'cured' | 'lapsed' | 'ended'
  /** The progress of the case: `overdue`: nothing was sent yet. `reminded`: a reminder was sent. `notice_sent`: the notice with a final payment deadline was sent. `suspended`: the deadline has passed and cover is suspended. */
  readonly step: 'overdue' | 'reminded' | 'notice_sent' | 'suspended'
  /** The first day on which an amount was overdue. */
  readonly overdue_since: string
  /** The overdue amount at the last check, without fees for letters. In whole minor units. */
  readonly overdue: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The number of reminders. */
  readonly reminders: number
  /** What the notice needs before its grace begins: a `delivery_report` of its mail, or the proof of a `tracked_letter` by post. Null if it needs nothing, or has its proof. */
  readonly waits_for: 'delivery_report' | 'tracked_letter' | null
  /** The last day to pay the amount of the notice; null without a notice, and while it waits for its proof. */
  readonly grace_until: string | null
  /** The day since which a letter of termination has to be sent; null if none has to. */
  readonly termination_due_on: string | null
  /** The day on which the premium was claimed at law; the policy then does not lapse. Null if it was not. */
  readonly legal_action_on: string | null
  /** The day since which the notice of a lapse is not proven any more; null if it is, needs no proof, or the policy did not stay lapsed. */
  readonly unproven_since: string | null
  /** When a person let such a lapse stand; null if nobody has. */
  readonly lapse_upheld_at: string | null
  /** When the case was opened. */
  readonly opened_at: string
  /** When the case was closed; null while it is open. */
  readonly closed_at: string | null
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
    readonly policy: Link
  }
}

/** A dunning case in a list. */
export type ListedDunningCase = {
  /** The case. */
  readonly id: string
  /** The policy. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** `open`: amounts are overdue. `cured`: all of them were paid, written off or are no longer owed. `lapsed`: the policy lapsed. `ended`: cover ended for another reason, such as a cancellation. */
  readonly state: 'open' | 'cured' | 'lapsed' | 'ended'
  /** The progress of the case: `overdue`: nothing was sent yet. `reminded`: a reminder was sent. `notice_sent`: the notice with a final payment deadline was sent. `suspended`: the deadline has passed and cover is suspended. */
  readonly step: 'overdue' | 'reminded' | 'notice_sent' | 'suspended'
  /** The first day on which an amount was overdue. */
  readonly overdue_since: string
  /** The overdue amount at the last check, without fees for letters. In whole minor units. */
  readonly overdue: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The number of reminders. */
  readonly reminders: number
  /** What the notice needs before its grace begins: a `delivery_report` of its mail, or the proof of a `tracked_letter` by post. Null if it needs nothing, or has its proof. */
  readonly waits_for: 'delivery_report' | 'tracked_letter' | null
  /** The last day to pay the amount of the notice; null without a notice, and while it waits for its proof. */
  readonly grace_until: string | null
  /** The day since which a letter of termination has to be sent; null if none has to. */
  readonly termination_due_on: string | null
  /** The day on which the premium was claimed at law; the policy then does not lapse. Null if it was not. */
  readonly legal_action_on: string | null
  /** The day since which the notice of a lapse is not proven any more; null if it is, needs no proof, or the policy did not stay lapsed. */
  readonly unproven_since: string | null
  /** When a person let such a lapse stand; null if nobody has. */
  readonly lapse_upheld_at: string | null
  /** When the case was opened. */
  readonly opened_at: string
  /** When the case was closed; null while it is open. */
  readonly closed_at: string | null
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
    readonly policy: Link
  }
  /** The policy number; null without a policy. */
  readonly policy_number: string | null
  /** The first name of the policyholder; null without a policy. */
  readonly first_name: string | null
  /** The last name of the policyholder; null without a policy. */
  readonly last_name: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** A dunning hold in a list. */
export type ListedDunningHold = {
  /** The hold. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The policy on hold; null for a hold on a product. */
  readonly policy_id: string | null
  /** The product on hold; null for a hold on a policy. */
  readonly product_id: string | null
  /** The last day of the hold. */
  readonly until: string
  /** The reason for the hold. */
  readonly reason: string
  /** When the hold was created. */
  readonly created_at: string
  /** When the hold was released early; null if it was not. */
  readonly released_at: string | null
  /** The policy number; null without a policy. */
  readonly policy_number: string | null
  /** The first name of the policyholder; null without a policy. */
  readonly first_name: string | null
  /** The last name of the policyholder; null without a policy. */
  readonly last_name: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly release: AllowedAct
  }
}

/** A dunning case with its letters. */
export type ShownDunningCase = {
  /** The case. */
  readonly id: string
  /** The policy. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** `open`: amounts are overdue. `cured`: all of them were paid, written off or are no longer owed. `lapsed`: the policy lapsed. `ended`: cover ended for another reason, such as a cancellation. */
  readonly state: 'open' | 'cured' | 'lapsed' | 'ended'
  /** The progress of the case: `overdue`: nothing was sent yet. `reminded`: a reminder was sent. `notice_sent`: the notice with a final payment deadline was sent. `suspended`: the deadline has passed and cover is suspended. */
  readonly step: 'overdue' | 'reminded' | 'notice_sent' | 'suspended'
  /** The first day on which an amount was overdue. */
  readonly overdue_since: string
  /** The overdue amount at the last check, without fees for letters. In whole minor units. */
  readonly overdue: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The number of reminders. */
  readonly reminders: number
  /** What the notice needs before its grace begins: a `delivery_report` of its mail, or the proof of a `tracked_letter` by post. Null if it needs nothing, or has its proof. */
  readonly waits_for: 'delivery_report' | 'tracked_letter' | null
  /** The last day to pay the amount of the notice; null without a notice, and while it waits for its proof. */
  readonly grace_until: string | null
  /** The day since which a letter of termination has to be sent; null if none has to. */
  readonly termination_due_on: string | null
  /** The day on which the premium was claimed at law; the policy then does not lapse. Null if it was not. */
  readonly legal_action_on: string | null
  /** The day since which the notice of a lapse is not proven any more; null if it is, needs no proof, or the policy did not stay lapsed. */
  readonly unproven_since: string | null
  /** When a person let such a lapse stand; null if nobody has. */
  readonly lapse_upheld_at: string | null
  /** When the case was opened. */
  readonly opened_at: string
  /** When the case was closed; null while it is open. */
  readonly closed_at: string | null
  /** Links to related resources. */
  readonly _links: {
    readonly _self: Link
    readonly policy: Link
  }
  /** The policy number; null without a policy. */
  readonly policy_number: string | null
  /** The first name of the policyholder; null without a policy. */
  readonly first_name: string | null
  /** The last name of the policyholder; null without a policy. */
  readonly last_name: string | null
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
  /** The letters sent, oldest first. */
  readonly letters: readonly {
    /** The letter. */
    readonly id: string
    /** A `reminder`, the `notice` with a final payment deadline, or the letter about the `suspension`, the `lapse` or the `revival` after it. */
    readonly kind: 'reminder' | 'notice' | 'suspension' | 'lapse' | 'revival'
    /** The number among letters of its kind, from 1. */
    readonly number: number
    /** The day of the letter, in the time zone of the policy. */
    readonly date: string
    /** The requested amount. In whole minor units. */
    readonly total: number
    /** The invoice for the fee of the letter; null if there is no fee. */
    readonly fee_invoice_id: string | null
    /** The last day to pay, for a suspension or a notice that needs no proof. For a lapse, the last day on which a payment voids it. Otherwise null. */
    readonly grace_until: string | null
    /** For a notice that needs proof, the days to pay from its arrival; otherwise null. */
    readonly grace_days: number | null
    /** The last day of cover, for a suspension, a lapse or a revival; otherwise null. */
    readonly cover_until: string | null
    /** The first day with cover again, for a revival; otherwise null. */
    readonly cover_from: string | null
    /** For a lapse, the amount that voids it; null if no payment does, and for other letters. */
    readonly revival_amount: number | null
    /** Why the letter is void: its amount was wrong. Null if it is valid. */
    readonly void_reason: string | null
    /** The requested amount, by invoice. */
    readonly invoices: readonly {
      /** The invoice. */
      readonly id: string
      /** The kind of invoice. */
      readonly kind:
        | 'sale'
        | 'transaction'
        | 'instalment'
        | 'credit_note'
        | 'fee'
        | 'manual_fee'
        | 'correction'
      /** The due date of the invoice. */
      readonly due_date: string
      /** The open amount of the invoice. In whole minor units. */
      readonly open: number
    }[]
  }[]
  /** What the caller may do with it now, and why not. */
  readonly allowed: {
    readonly record_legal_action: AllowedAct
    readonly decide_lapse: AllowedAct
  }
}

export type HoldDunning = {
  /** The policy to hold. Send either `policy_id` or `product_id`. */
  readonly policy_id?: string
  /** The product whose policies to hold, by its id or key. */
  readonly product_id?: string
  /** The last day of the hold, such as `2029-03-31`. Required: a hold always ends. */
  readonly until: string
  /** The reason for the hold. Do not include personal data. */
  readonly reason: string
}

export type RecordLegalAction = {
  /** The day of the legal action, such as `2029-03-31`. */
  readonly date: string
  /** How that is known. Do not include personal data. */
  readonly evidence: string
}

export type DecideLapse = {
  /** `void`: the policy is in force as if it had never lapsed. `uphold`: it stays lapsed, for example because the customer wants so. */
  readonly decision: 'void' | 'uphold'
  /** Why. Do not include personal data. */
  readonly reason: string
}

/** A dunning hold: until it ends, no letter is sent and no policy lapses. */
export type DunningHold = {
  /** The hold. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The policy on hold; null for a hold on a product. */
  readonly policy_id: string | null
  /** The product on hold; null for a hold on a policy. */
  readonly product_id: string | null
  /** The last day of the hold. */
  readonly until: string
  /** The reason for the hold. */
  readonly reason: string
  /** When the hold was created. */
  readonly created_at: string
  /** When the hold was released early; null if it was not. */
  readonly released_at: string | null
}

/** An event. */
export type Event = {
  /** The event. */
  readonly id: string
  /** The event type, for example `policy.issued`. */
  readonly type: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The id of the resource that the event concerns. */
  readonly subject_id: string
  /** The policy that the event concerns; null for events of products. */
  readonly policy_id: string | null
  /** The active version of the policy after the event; null for events of products, and for events of early releases. */
  readonly version_id: string | null
  /** The number of the event among those of its policy: 1, 2, 3 and so on, without gaps. Of two events, the one with the higher number is newer. Null for events of products. */
  readonly sequence: number | null
  /** The version of the schema of `data`, as listed for the event type under `webhooks` in this document. A schema never changes; a new one has a higher version. 0 for events of early releases. */
  readonly data_version: number
  /** Details of the event. Contains no personal data. */
  readonly data: unknown
  /** When the event happened. */
  readonly created_at: string
  /** The time of the test clock, for events of sales on a test clock; otherwise null. */
  readonly clock_at: string | null
}

/** An entry of the audit log. */
export type AuditEntry = {
  /** The entry. */
  readonly id: string
  /** The key that made the change; null if a person made it. */
  readonly key_id: string | null
  /** The person who made the change; null if a key made it. */
  readonly user_id: string | null
  /** The session or personal token of the person. */
  readonly session_id: string | null
  /** The network address of the request. */
  readonly address: string | null
  /** The `X-Request-Id` of the request. */
  readonly request_id: string | null
  /** The action, for example `product.published`. */
  readonly action: string
  /** The id of the changed resource. */
  readonly subject_id: string
  /** The state before the change; null if the resource is new. */
  readonly before: unknown
  /** The state after the change; null if the resource was deleted. */
  readonly after: unknown
  /** When the change was made. */
  readonly created_at: string
}

/** One link of the hash chain over events and audit log. */
export type EvidenceLink = {
  /** The number of the link in the chain: 1, 2, 3 without gaps. */
  readonly number: number
  /** Whether it proves an event or an entry of the audit log. */
  readonly kind: 'event' | 'audit'
  /** The event or entry. */
  readonly record_id: string
  /** The event or entry itself, as it is stored now; null if it no longer exists. */
  readonly record: {
    readonly [name: string]: unknown
  } | null
  /** The content: `data` of an event, `before` and `after` of an entry. After an erasure, only nulls are left. */
  readonly content: unknown
  /** The salt: the key of the HMAC in `commitment`, in hex. Null if the content was erased. */
  readonly salt: string | null
  /** HMAC-SHA256 of the content keyed with the salt, in hex. */
  readonly commitment: string
  /** SHA-256 of the previous hash, the number, the record and the commitment, in hex. */
  readonly hash: string
}

/** A part of the hash chain over events and audit log. */
export type Evidence = {
  /** The insurer of the chain. */
  readonly insurer_id: string
  /** True for live, false for test. Records that belong to both modes are in the live chain. */
  readonly livemode: boolean
  /** The current end of the chain. */
  readonly end: {
    /** The number of the last link; 0 if there is none yet. */
    readonly number: number
    /** The hash of the last link, in hex. Store it elsewhere to prove later that the chain was not rewritten. */
    readonly hash: string
  }
  /** In the order of the chain. */
  readonly links: readonly EvidenceLink[]
}

/** The history of a policy. */
export type PolicyHistory = {
  /** The policy. */
  readonly policy_id: string
  /** Oldest first. */
  readonly versions: readonly {
    /** The version. */
    readonly id: string
    /** The transaction that created the version. */
    readonly kind:
      | 'offer'
      | 'endorsement'
      | 'adjustment'
      | 'cancellation'
      | 'end_move'
      | 'withdrawal'
      | 'reinstatement'
      | 'renewal'
      | 'lapse'
      | 'suspension'
      | 'resumption'
      | 'revival'
      | 'tax_change'
    /** The status of the version. */
    readonly state:
      | 'processing'
      | 'proposed'
      | 'active'
      | 'superseded'
      | 'preempted'
      | 'lapsed'
      | 'failed'
    /** The details of the request. */
    readonly details: unknown
    /** A sentence about its effect: in the language of the caller if that is English, German, French or Italian, otherwise in English. Null if it has had no effect. */
    readonly summary: string | null
    /** When the transaction was requested. */
    readonly created_at: string
  }[]
  /** Oldest first, failed ones included. */
  readonly payments: readonly PaymentSummary[]
  /** The documents created so far, oldest first. */
  readonly documents: readonly {
    /** The designation of the document. */
    readonly designation: string
    /** The occasion of the document. */
    readonly occasion:
      | 'offer'
      | 'policy'
      | 'endorsement'
      | 'adjustment'
      | 'cancellation'
      | 'withdrawal'
      | 'reinstatement'
      | 'invoice'
      | 'credit_note'
      | 'deferral'
      | 'renewal_notice'
      | 'reminder'
      | 'notice'
      | 'suspension'
      | 'lapse'
      | 'revival'
    /** The version of the policy that the document belongs to; null for a document of an invoice. */
    readonly version_id: string | null
    /** The invoice or credit note that the document shows; null for other documents. */
    readonly invoice_id: string | null
    /** The name of the document, in its language. */
    readonly name: string
    /** The language of the document. */
    readonly language: string
    /** SHA-256 of the document, which never changes. */
    readonly content_hash: string
    /** When the document was created. */
    readonly made_at: string
  }[]
  /** Oldest first. */
  readonly events: readonly Event[]
}

/** What a customer has received before the contract, with its proof. */
export type Handover = {
  /** The offer or policy. */
  readonly policy_id: string
  /** Whether the offer can be paid only once it is complete: it was made with `handover_required`. */
  readonly required: boolean
  /** Whether the customer has received all documents. */
  readonly complete: boolean
  /** The designations of the documents that the customer has not received. */
  readonly missing: readonly string[]
  /** Oldest first. */
  readonly records: readonly HandoverRecord[]
}

/** A document that a customer has received. */
export type HandoverRecord = {
  /** The designation of the document in the product, such as `ipid`. */
  readonly designation: string
  /** What the document is: the insurance product information document (`ipid`), the terms, the general information, or the instruction on withdrawal. */
  readonly kind: 'ipid' | 'terms' | 'information' | 'withdrawal_instruction'
  /** The language of the document. */
  readonly language: string
  /** The version of the offer that the document belongs to. */
  readonly version_id: string
  /** SHA-256 of the exact document. */
  readonly content_hash: string
  /** `download`: opened by its link. `mail`: carried by a mail. */
  readonly by: 'download' | 'mail'
  /** The mail that carried it; null for a download. */
  readonly mail_id: string | null
  /** When it was opened, or when the mail had gone. */
  readonly handed_over_at: string
  /** When the mail came back; null if the record counts. */
  readonly voided_at: string | null
}

/** All days of a policy, and the transactions that made them so. */
export type PolicyTimeline = {
  /** The policy. */
  readonly policy_id: string
  /** The currency of all amounts. */
  readonly currency: string
  /** The time as of which the timeline is shown. */
  readonly known_at: string
  /** The version that was active then. */
  readonly version_id: string
  /** The terms, oldest first. */
  readonly terms: readonly {
    /** The first day of the term. */
    readonly first_day: string
    /** The last day of the term; null if it is open-ended. */
    readonly last_day: string | null
    /** The payment plan at the start of the term. */
    readonly subscription_plan_id: string
    /** How often the plan bills; null for a single payment. */
    readonly frequency: 'month' | 'quarter' | 'half_year' | 'year' | null
  }[]
  /** Days with the same data and price, oldest first. */
  readonly segments: readonly {
    /** The first day of the segment. */
    readonly first_day: string
    /** The last day; null for the last segment of an open-ended policy. */
    readonly last_day: string | null
    /** `cover`: insured. `gap`: not insured, free of charge. `suspended`: not insured, but charged. `ended`: after the last day of cover. `void`: withdrawn from, free of charge. */
    readonly kind: 'cover' | 'gap' | 'suspended' | 'ended' | 'void'
    /** The price of a whole billing period. In whole minor units. */
    readonly gross_payment_amount: number
  }[]
  /** The last day of cover, if the policy was cancelled or ended. */
  readonly ends_on: string | null
  /** The next billing period that is not charged yet; null if there is none. */
  readonly next_instalment: {
    /** The first day of the billing period. */
    readonly first_day: string
    /** The last day of the billing period. */
    readonly last_day: string
    /** The day on which its invoice is issued. */
    readonly issue_date: string
    /** The day on which it is due. */
    readonly due_date: string
    /** The amount of the payment. In whole minor units. */
    readonly gross_payment_amount: number
    /** The tax in this amount. In whole minor units. */
    readonly tax: number
    /** The fees in this amount. In whole minor units. */
    readonly fee: number
    /** The commission of the distributor. It is not part of the amount. In whole minor units. */
    readonly commission: number
  } | null
  /** The transactions requested by then, oldest first. */
  readonly versions: readonly {
    /** The version. */
    readonly id: string
    /** The offer is 1. Failed versions have a number, too. */
    readonly number: number
    /** The transaction that created the version. */
    readonly kind:
      | 'offer'
      | 'endorsement'
      | 'adjustment'
      | 'cancellation'
      | 'end_move'
      | 'withdrawal'
      | 'reinstatement'
      | 'renewal'
      | 'lapse'
      | 'suspension'
      | 'resumption'
      | 'revival'
      | 'tax_change'
    /** The status of the version now. */
    readonly state:
      | 'processing'
      | 'proposed'
      | 'active'
      | 'superseded'
      | 'preempted'
      | 'lapsed'
      | 'failed'
    /** The version that it changes; null for the offer. */
    readonly based_on: string | null
    /** The day from which it takes effect. */
    readonly effective_date: string
    /** When the transaction was requested. */
    readonly created_at: string
    /** A sentence about its effect, in the language of the caller. Null if it has had none. */
    readonly summary: string | null
    /** What it charged in addition; negative for a credit. In whole minor units. */
    readonly charged: number
    /** The fields that it replaced, on its effective date. */
    readonly replaced: readonly {
      /** The field, with its members after a dot. */
      readonly field: string
      /** The label of the field, by language; empty if the product has none. */
      readonly labels: {
        readonly [name: string]: string
      }
      /** The earlier value; null if there was none. */
      readonly before: unknown
      /** The later value; null if there is none. */
      readonly after: unknown
    }[]
  }[]
}

/** The differences between two versions of a policy: days, fields and prices. */
export type VersionComparison = {
  /** The policy. */
  readonly policy_id: string
  /** The currency of all amounts. */
  readonly currency: string
  /** The first version. */
  readonly before: {
    /** The version. */
    readonly id: string
    /** Its number. */
    readonly number: number
    /** The day from which it takes effect. */
    readonly effective_date: string
  }
  /** The second version. */
  readonly after: {
    /** The version. */
    readonly id: string
    /** Its number. */
    readonly number: number
    /** The day from which it takes effect. */
    readonly effective_date: string
  }
  /** The days on which the versions differ, oldest first. */
  readonly days: readonly {
    /** The first day with this difference. */
    readonly first_day: string
    /** The last day with it; null if it does not end. */
    readonly last_day: string | null
    /** These days in the first version; null if they are not sold in it. */
    readonly before: {
      /** `cover`: insured. `gap`: not insured, free of charge. `suspended`: not insured, but charged. `ended`: after the last day of cover. `void`: withdrawn from, free of charge. */
      readonly kind: 'cover' | 'gap' | 'suspended' | 'ended' | 'void'
      /** The price of a whole billing period. In whole minor units. */
      readonly gross_payment_amount: number
    } | null
    /** These days in the second version; null if they are not sold in it. */
    readonly after: {
      /** `cover`: insured. `gap`: not insured, free of charge. `suspended`: not insured, but charged. `ended`: after the last day of cover. `void`: withdrawn from, free of charge. */
      readonly kind: 'cover' | 'gap' | 'suspended' | 'ended' | 'void'
      /** The price of a whole billing period. In whole minor units. */
      readonly gross_payment_amount: number
    } | null
    /** The fields that differ. */
    readonly replaced: readonly {
      /** The field, with its members after a dot. */
      readonly field: string
      /** The label of the field, by language; empty if the product has none. */
      readonly labels: {
        readonly [name: string]: string
      }
      /** The earlier value; null if there was none. */
      readonly before: unknown
      /** The later value; null if there is none. */
      readonly after: unknown
    }[]
  }[]
  /** All billing periods of both versions, oldest first. Terms without an end are compared up to today. */
  readonly periods: readonly {
    /** The first day of the billing period. */
    readonly first_day: string
    /** The last day of the billing period. */
    readonly last_day: string
    /** Its price in the first version; zero if it is not part of it. */
    readonly before: {
      /** The amount of the payment. In whole minor units. */
      readonly gross_payment_amount: number
      /** The tax in this amount. In whole minor units. */
      readonly tax: number
      /** The fees in this amount. In whole minor units. */
      readonly fee: number
      /** The commission of the distributor. It is not part of the amount. In whole minor units. */
      readonly commission: number
    }
    /** Its price in the second version; zero if it is not part of it. */
    readonly after: {
      /** The amount of the payment. In whole minor units. */
      readonly gross_payment_amount: number
      /** The tax in this amount. In whole minor units. */
      readonly tax: number
      /** The fees in this amount. In whole minor units. */
      readonly fee: number
      /** The commission of the distributor. It is not part of the amount. In whole minor units. */
      readonly commission: number
    }
    /** The second price minus the first. */
    readonly difference: {
      /** The amount of the payment. In whole minor units. */
      readonly gross_payment_amount: number
      /** The tax in this amount. In whole minor units. */
      readonly tax: number
      /** The fees in this amount. In whole minor units. */
      readonly fee: number
      /** The commission of the distributor. It is not part of the amount. In whole minor units. */
      readonly commission: number
    }
  }[]
  /** The sum of the differences of all periods. */
  readonly total: {
    /** The amount of the payment. In whole minor units. */
    readonly gross_payment_amount: number
    /** The tax in this amount. In whole minor units. */
    readonly tax: number
    /** The fees in this amount. In whole minor units. */
    readonly fee: number
    /** The commission of the distributor. It is not part of the amount. In whole minor units. */
    readonly commission: number
  }
}

/** A dataset as its owner sees it. */
export type ManagedDataset = {
  /** The dataset. */
  readonly id: string
  /** The short name of the dataset, which products refer to. */
  readonly key: string
  /** The name of the dataset. */
  readonly name: string
  /** The languages, in the order in which one replaces another that has no value. */
  readonly languages: readonly string[]
  /** Whether everybody can read the dataset, or only holders of an access token. */
  readonly access: 'public' | 'locked'
  /** The field that identifies an item across imports. */
  readonly key_field: string
  /** The fields, in the order of the file. */
  readonly fields: readonly {
    /** The name of the field. */
    readonly name: string
    /** The type of the values. */
    readonly type: 'text' | 'number' | 'boolean' | 'date'
    /** Whether the field is hidden from front ends. */
    readonly hidden: boolean
  }[]
  /** The key of the product whose folder contains the dataset and with which it is published; null if it was imported on its own and is shared. */
  readonly product: string | null
  /** The keys of the products whose rules use it. */
  readonly products: readonly string[]
  /** False for a dataset of a product that was never published: shown as last pushed. */
  readonly is_live: boolean
  /** The number of items. */
  readonly items: number
  /** When the dataset was created. */
  readonly created_at: string
  /** When its current items were imported. */
  readonly imported_at: string
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly import: AllowedAct
  }
}

/** The result of an import. Items with an existing key keep their ids. */
export type ImportedDataset = {
  readonly dataset: ManagedDataset
  /** False if the dataset already had exactly these items. */
  readonly is_new: boolean
  /** True if nothing was stored because a dry run was requested. */
  readonly is_dry_run: boolean
  /** The number of items with a new key. */
  readonly added: number
  /** The number of existing items with changed values. */
  readonly changed: number
  /** The number of removed items. */
  readonly removed: number
  /** The number of unchanged items. */
  readonly kept: number
}

/** An access token for locked datasets, without its secret. */
export type AccessToken = {
  /** The id of the token, not the token itself. */
  readonly id: string
  /** The account whose locked datasets it gives access to. */
  readonly account_id: string
  /** The purpose of the token. */
  readonly name: string
  /** When the token was created. */
  readonly created_at: string
  /** When the token was revoked; null if it is valid. */
  readonly revoked_at: string | null
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly revoke: AllowedAct
  }
}

/** A new access token. */
export type NewAccessToken = {
  /** The id of the token, not the token itself. */
  readonly id: string
  /** The account whose locked datasets it gives access to. */
  readonly account_id: string
  /** The purpose of the token. */
  readonly name: string
  /** When the token was created. */
  readonly created_at: string
  /** When the token was revoked; null if it is valid. */
  readonly revoked_at: string | null
  /** The token itself. It is shown only once: a repeated request returns none. */
  readonly token?: string
}

export type CreateAccessToken = {
  /** The account of the token; your own by default. */
  readonly account_id?: string
  /** The purpose of the token. */
  readonly name: string
}

/** An endpoint that receives events as they happen. */
export type Webhook = {
  /** The webhook. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The address that messages are posted to. It must use https and must not resolve to a private address, unless the operator has set `WEBHOOKS_PRIVATE=allow`. */
  readonly url: string
  /** The purpose of the webhook. */
  readonly description: string
  /** The event types to send; `*` selects all. */
  readonly events: readonly (
    | '*'
    | 'offer.created'
    | 'offer.expired'
    | 'policy.issued'
    | 'policy.endorsement_requested'
    | 'policy.endorsed'
    | 'policy.endorsement_failed'
    | 'policy.endorsement_proposed'
    | 'policy.adjustment_requested'
    | 'policy.adjusted'
    | 'policy.adjustment_failed'
    | 'policy.tax_changed'
    | 'policy.cancellation_requested'
    | 'policy.cancelled'
    | 'policy.cancellation_failed'
    | 'policy.end_move_requested'
    | 'policy.end_moved'
    | 'policy.end_move_failed'
    | 'policy.end_move_proposed'
    | 'policy.withdrawal_requested'
    | 'policy.withdrawn'
    | 'policy.withdrawal_failed'
    | 'policy.reinstatement_requested'
    | 'policy.reinstated'
    | 'policy.reinstatement_failed'
    | 'policy.reinstatement_proposed'
    | 'policy.proposal_preempted'
    | 'policy.proposal_lapsed'
    | 'policy.policyholder_changed'
    | 'policy.party_added'
    | 'policy.party_ended'
    | 'policy.delivery_recorded'
    | 'policy.first_premium_overdue'
    | 'policy.expired'
    | 'policy.renewed'
    | 'policy.suspended'
    | 'policy.resumed'
    | 'policy.revived'
    | 'renewal.offered'
    | 'renewal.price_held'
    | 'renewal.accepted'
    | 'renewal.declined'
    | 'renewal.blocked'
    | 'renewal.knocked_out'
    | 'renewal.voided'
    | 'renewal.endorsement_recorded'
    | 'renewal.endorsement_revoked'
    | 'renewal.endorsement_applied'
    | 'renewal.endorsement_voided'
    | 'dunning.opened'
    | 'dunning.reminded'
    | 'dunning.notice_sent'
    | 'dunning.notice_proved'
    | 'dunning.proof_voided'
    | 'dunning.notice_voided'
    | 'dunning.suspended'
    | 'dunning.lapsed'
    | 'dunning.revived'
    | 'dunning.termination_due'
    | 'dunning.legal_action_recorded'
    | 'dunning.cured'
    | 'dunning.ended'
    | 'dunning.held'
    | 'dunning.released'
    | 'invoice.issued'
    | 'invoice.settled'
    | 'invoice.reopened'
    | 'invoice.debit_announced'
    | 'invoice.deferred'
    | 'invoice.written_off'
    | 'payment.pending'
    | 'payment.ok'
    | 'payment.failed'
    | 'payment.action_required'
    | 'payment.late'
    | 'payment.in_doubt'
    | 'payment.resolved'
    | 'payment.charged_back'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'dispute.closed'
    | 'payment_provider.refused'
    | 'receipt.recorded'
    | 'receipt.unmatched'
    | 'receipt.dismissed'
    | 'mandate.given'
    | 'mandate.replaced'
    | 'mandate.revoked'
    | 'mandate.declined'
    | 'refund.created'
    | 'refund.ok'
    | 'refund.failed'
    | 'refund.in_doubt'
    | 'refund.retried'
    | 'payout.created'
    | 'payout.done'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.cancelled'
    | 'lead.created'
    | 'lead.expired'
    | 'withdrawal.received'
    | 'withdrawal.settled'
    | 'withdrawal.refused'
    | 'mail.composed'
    | 'mail.sent'
    | 'mail.delivered'
    | 'mail.bounced'
    | 'mail.parked'
    | 'letter.due'
    | 'letter.sent'
    | 'letter.delivered'
    | 'letter.returned'
    | 'document.rendered'
    | 'document.failed'
    | 'handover.recorded'
    | 'handover.voided'
    | 'product.pushed'
    | 'product.published'
    | 'product.price_out_of_range'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
    | 'approval.requested'
    | 'approval.approved'
    | 'approval.declined'
    | 'approval.withdrawn'
    | 'approval.expired'
    | 'customer.joined'
    | 'customer.split'
    | 'month.closed'
    | 'commission.agreed'
    | 'commission.statement_made'
    | 'commission.statement_done'
    | 'mass_endorsement.started'
    | 'mass_endorsement.stopped'
    | 'mass_endorsement.resumed'
    | 'mass_endorsement.done'
  )[]
  /** `thin`: the event as `GET /manage/events` lists it. `full`: also `record`, the policy as your secret key sees it when the message is sent. */
  readonly payload: 'thin' | 'full'
  /** Three additional headers with names of your choice, for receivers that expect them. The headers of Standard Webhooks are always sent. */
  readonly legacy_headers: {
    /** The header for the type of the event. */
    readonly event: string
    /** The header for the id of the event. */
    readonly delivery: string
    /** The header for `sha1=` and the HMAC-SHA1 of the body in hex, keyed with the text of the secret. */
    readonly signature: string
  } | null
  /** Whether messages are sent. */
  readonly status: 'enabled' | 'disabled'
  /** `request` (disabled by request), `gone` (the endpoint responded 410) or `failing` (all attempts failed for two days); null if enabled. */
  readonly disabled_because: string | null
  /** The time since which every attempt has failed; null if the last one succeeded. */
  readonly failing_since: string | null
  /** When the webhook was created. */
  readonly created_at: string
  /** What the caller may do with it now, and why not. */
  readonly allowed?: {
    readonly change: AllowedAct
    readonly delete: AllowedAct
    readonly test: AllowedAct
    readonly rotate: AllowedAct
    readonly resend: AllowedAct
  }
}

/** A webhook with its new secret. */
export type NewWebhook = {
  /** The webhook. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The address that messages are posted to. It must use https and must not resolve to a private address, unless the operator has set `WEBHOOKS_PRIVATE=allow`. */
  readonly url: string
  /** The purpose of the webhook. */
  readonly description: string
  /** The event types to send; `*` selects all. */
  readonly events: readonly (
    | '*'
    | 'offer.created'
    | 'offer.expired'
    | 'policy.issued'
    | 'policy.endorsement_requested'
    | 'policy.endorsed'
    | 'policy.endorsement_failed'
    | 'policy.endorsement_proposed'
    | 'policy.adjustment_requested'
    | 'policy.adjusted'
    | 'policy.adjustment_failed'
    | 'policy.tax_changed'
    | 'policy.cancellation_requested'
    | 'policy.cancelled'
    | 'policy.cancellation_failed'
    | 'policy.end_move_requested'
    | 'policy.end_moved'
    | 'policy.end_move_failed'
    | 'policy.end_move_proposed'
    | 'policy.withdrawal_requested'
    | 'policy.withdrawn'
    | 'policy.withdrawal_failed'
    | 'policy.reinstatement_requested'
    | 'policy.reinstated'
    | 'policy.reinstatement_failed'
    | 'policy.reinstatement_proposed'
    | 'policy.proposal_preempted'
    | 'policy.proposal_lapsed'
    | 'policy.policyholder_changed'
    | 'policy.party_added'
    | 'policy.party_ended'
    | 'policy.delivery_recorded'
    | 'policy.first_premium_overdue'
    | 'policy.expired'
    | 'policy.renewed'
    | 'policy.suspended'
    | 'policy.resumed'
    | 'policy.revived'
    | 'renewal.offered'
    | 'renewal.price_held'
    | 'renewal.accepted'
    | 'renewal.declined'
    | 'renewal.blocked'
    | 'renewal.knocked_out'
    | 'renewal.voided'
    | 'renewal.endorsement_recorded'
    | 'renewal.endorsement_revoked'
    | 'renewal.endorsement_applied'
    | 'renewal.endorsement_voided'
    | 'dunning.opened'
    | 'dunning.reminded'
    | 'dunning.notice_sent'
    | 'dunning.notice_proved'
    | 'dunning.proof_voided'
    | 'dunning.notice_voided'
    | 'dunning.suspended'
    | 'dunning.lapsed'
    | 'dunning.revived'
    | 'dunning.termination_due'
    | 'dunning.legal_action_recorded'
    | 'dunning.cured'
    | 'dunning.ended'
    | 'dunning.held'
    | 'dunning.released'
    | 'invoice.issued'
    | 'invoice.settled'
    | 'invoice.reopened'
    | 'invoice.debit_announced'
    | 'invoice.deferred'
    | 'invoice.written_off'
    | 'payment.pending'
    | 'payment.ok'
    | 'payment.failed'
    | 'payment.action_required'
    | 'payment.late'
    | 'payment.in_doubt'
    | 'payment.resolved'
    | 'payment.charged_back'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'dispute.closed'
    | 'payment_provider.refused'
    | 'receipt.recorded'
    | 'receipt.unmatched'
    | 'receipt.dismissed'
    | 'mandate.given'
    | 'mandate.replaced'
    | 'mandate.revoked'
    | 'mandate.declined'
    | 'refund.created'
    | 'refund.ok'
    | 'refund.failed'
    | 'refund.in_doubt'
    | 'refund.retried'
    | 'payout.created'
    | 'payout.done'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.cancelled'
    | 'lead.created'
    | 'lead.expired'
    | 'withdrawal.received'
    | 'withdrawal.settled'
    | 'withdrawal.refused'
    | 'mail.composed'
    | 'mail.sent'
    | 'mail.delivered'
    | 'mail.bounced'
    | 'mail.parked'
    | 'letter.due'
    | 'letter.sent'
    | 'letter.delivered'
    | 'letter.returned'
    | 'document.rendered'
    | 'document.failed'
    | 'handover.recorded'
    | 'handover.voided'
    | 'product.pushed'
    | 'product.published'
    | 'product.price_out_of_range'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
    | 'approval.requested'
    | 'approval.approved'
    | 'approval.declined'
    | 'approval.withdrawn'
    | 'approval.expired'
    | 'customer.joined'
    | 'customer.split'
    | 'month.closed'
    | 'commission.agreed'
    | 'commission.statement_made'
    | 'commission.statement_done'
    | 'mass_endorsement.started'
    | 'mass_endorsement.stopped'
    | 'mass_endorsement.resumed'
    | 'mass_endorsement.done'
  )[]
  /** `thin`: the event as `GET /manage/events` lists it. `full`: also `record`, the policy as your secret key sees it when the message is sent. */
  readonly payload: 'thin' | 'full'
  /** Three additional headers with names of your choice, for receivers that expect them. The headers of Standard Webhooks are always sent. */
  readonly legacy_headers: {
    /** The header for the type of the event. */
    readonly event: string
    /** The header for the id of the event. */
    readonly delivery: string
    /** The header for `sha1=` and the HMAC-SHA1 of the body in hex, keyed with the text of the secret. */
    readonly signature: string
  } | null
  /** Whether messages are sent. */
  readonly status: 'enabled' | 'disabled'
  /** `request` (disabled by request), `gone` (the endpoint responded 410) or `failing` (all attempts failed for two days); null if enabled. */
  readonly disabled_because: string | null
  /** The time since which every attempt has failed; null if the last one succeeded. */
  readonly failing_since: string | null
  /** When the webhook was created. */
  readonly created_at: string
  /** The secret that messages are signed with. It is shown only once: a repeated request returns none. */
  readonly secret?: string
}

export type CreateWebhook = {
  /** The address that messages are posted to. It must use https and must not resolve to a private address, unless the operator has set `WEBHOOKS_PRIVATE=allow`. */
  readonly url: string
  /** The purpose of the webhook. */
  readonly description?: string
  /** The event types to send; `*` selects all. */
  readonly events?: readonly (
    | '*'
    | 'offer.created'
    | 'offer.expired'
    | 'policy.issued'
    | 'policy.endorsement_requested'
    | 'policy.endorsed'
    | 'policy.endorsement_failed'
    | 'policy.endorsement_proposed'
    | 'policy.adjustment_requested'
    | 'policy.adjusted'
    | 'policy.adjustment_failed'
    | 'policy.tax_changed'
    | 'policy.cancellation_requested'
    | 'policy.cancelled'
    | 'policy.cancellation_failed'
    | 'policy.end_move_requested'
    | 'policy.end_moved'
    | 'policy.end_move_failed'
    | 'policy.end_move_proposed'
    | 'policy.withdrawal_requested'
    | 'policy.withdrawn'
    | 'policy.withdrawal_failed'
    | 'policy.reinstatement_requested'
    | 'policy.reinstated'
    | 'policy.reinstatement_failed'
    | 'policy.reinstatement_proposed'
    | 'policy.proposal_preempted'
    | 'policy.proposal_lapsed'
    | 'policy.policyholder_changed'
    | 'policy.party_added'
    | 'policy.party_ended'
    | 'policy.delivery_recorded'
    | 'policy.first_premium_overdue'
    | 'policy.expired'
    | 'policy.renewed'
    | 'policy.suspended'
    | 'policy.resumed'
    | 'policy.revived'
    | 'renewal.offered'
    | 'renewal.price_held'
    | 'renewal.accepted'
    | 'renewal.declined'
    | 'renewal.blocked'
    | 'renewal.knocked_out'
    | 'renewal.voided'
    | 'renewal.endorsement_recorded'
    | 'renewal.endorsement_revoked'
    | 'renewal.endorsement_applied'
    | 'renewal.endorsement_voided'
    | 'dunning.opened'
    | 'dunning.reminded'
    | 'dunning.notice_sent'
    | 'dunning.notice_proved'
    | 'dunning.proof_voided'
    | 'dunning.notice_voided'
    | 'dunning.suspended'
    | 'dunning.lapsed'
    | 'dunning.revived'
    | 'dunning.termination_due'
    | 'dunning.legal_action_recorded'
    | 'dunning.cured'
    | 'dunning.ended'
    | 'dunning.held'
    | 'dunning.released'
    | 'invoice.issued'
    | 'invoice.settled'
    | 'invoice.reopened'
    | 'invoice.debit_announced'
    | 'invoice.deferred'
    | 'invoice.written_off'
    | 'payment.pending'
    | 'payment.ok'
    | 'payment.failed'
    | 'payment.action_required'
    | 'payment.late'
    | 'payment.in_doubt'
    | 'payment.resolved'
    | 'payment.charged_back'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'dispute.closed'
    | 'payment_provider.refused'
    | 'receipt.recorded'
    | 'receipt.unmatched'
    | 'receipt.dismissed'
    | 'mandate.given'
    | 'mandate.replaced'
    | 'mandate.revoked'
    | 'mandate.declined'
    | 'refund.created'
    | 'refund.ok'
    | 'refund.failed'
    | 'refund.in_doubt'
    | 'refund.retried'
    | 'payout.created'
    | 'payout.done'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.cancelled'
    | 'lead.created'
    | 'lead.expired'
    | 'withdrawal.received'
    | 'withdrawal.settled'
    | 'withdrawal.refused'
    | 'mail.composed'
    | 'mail.sent'
    | 'mail.delivered'
    | 'mail.bounced'
    | 'mail.parked'
    | 'letter.due'
    | 'letter.sent'
    | 'letter.delivered'
    | 'letter.returned'
    | 'document.rendered'
    | 'document.failed'
    | 'handover.recorded'
    | 'handover.voided'
    | 'product.pushed'
    | 'product.published'
    | 'product.price_out_of_range'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
    | 'approval.requested'
    | 'approval.approved'
    | 'approval.declined'
    | 'approval.withdrawn'
    | 'approval.expired'
    | 'customer.joined'
    | 'customer.split'
    | 'month.closed'
    | 'commission.agreed'
    | 'commission.statement_made'
    | 'commission.statement_done'
    | 'mass_endorsement.started'
    | 'mass_endorsement.stopped'
    | 'mass_endorsement.resumed'
    | 'mass_endorsement.done'
  )[]
  /** `thin`: the event as `GET /manage/events` lists it. `full`: also `record`, the policy as your secret key sees it when the message is sent. */
  readonly payload?: 'thin' | 'full'
  /** Three additional headers with names of your choice, for receivers that expect them. The headers of Standard Webhooks are always sent. */
  readonly legacy_headers?: {
    /** The header for the type of the event. */
    readonly event: string
    /** The header for the id of the event. */
    readonly delivery: string
    /** The header for `sha1=` and the HMAC-SHA1 of the body in hex, keyed with the text of the secret. */
    readonly signature: string
  } | null
}

export type ChangeWebhook = {
  /** The address that messages are posted to. It must use https and must not resolve to a private address, unless the operator has set `WEBHOOKS_PRIVATE=allow`. */
  readonly url?: string
  /** The purpose of the webhook. */
  readonly description?: string
  /** The event types to send; `*` selects all. */
  readonly events?: readonly (
    | '*'
    | 'offer.created'
    | 'offer.expired'
    | 'policy.issued'
    | 'policy.endorsement_requested'
    | 'policy.endorsed'
    | 'policy.endorsement_failed'
    | 'policy.endorsement_proposed'
    | 'policy.adjustment_requested'
    | 'policy.adjusted'
    | 'policy.adjustment_failed'
    | 'policy.tax_changed'
    | 'policy.cancellation_requested'
    | 'policy.cancelled'
    | 'policy.cancellation_failed'
    | 'policy.end_move_requested'
    | 'policy.end_moved'
    | 'policy.end_move_failed'
    | 'policy.end_move_proposed'
    | 'policy.withdrawal_requested'
    | 'policy.withdrawn'
    | 'policy.withdrawal_failed'
    | 'policy.reinstatement_requested'
    | 'policy.reinstated'
    | 'policy.reinstatement_failed'
    | 'policy.reinstatement_proposed'
    | 'policy.proposal_preempted'
    | 'policy.proposal_lapsed'
    | 'policy.policyholder_changed'
    | 'policy.party_added'
    | 'policy.party_ended'
    | 'policy.delivery_recorded'
    | 'policy.first_premium_overdue'
    | 'policy.expired'
    | 'policy.renewed'
    | 'policy.suspended'
    | 'policy.resumed'
    | 'policy.revived'
    | 'renewal.offered'
    | 'renewal.price_held'
    | 'renewal.accepted'
    | 'renewal.declined'
    | 'renewal.blocked'
    | 'renewal.knocked_out'
    | 'renewal.voided'
    | 'renewal.endorsement_recorded'
    | 'renewal.endorsement_revoked'
    | 'renewal.endorsement_applied'
    | 'renewal.endorsement_voided'
    | 'dunning.opened'
    | 'dunning.reminded'
    | 'dunning.notice_sent'
    | 'dunning.notice_proved'
    | 'dunning.proof_voided'
    | 'dunning.notice_voided'
    | 'dunning.suspended'
    | 'dunning.lapsed'
    | 'dunning.revived'
    | 'dunning.termination_due'
    | 'dunning.legal_action_recorded'
    | 'dunning.cured'
    | 'dunning.ended'
    | 'dunning.held'
    | 'dunning.released'
    | 'invoice.issued'
    | 'invoice.settled'
    | 'invoice.reopened'
    | 'invoice.debit_announced'
    | 'invoice.deferred'
    | 'invoice.written_off'
    | 'payment.pending'
    | 'payment.ok'
    | 'payment.failed'
    | 'payment.action_required'
    | 'payment.late'
    | 'payment.in_doubt'
    | 'payment.resolved'
    | 'payment.charged_back'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'dispute.closed'
    | 'payment_provider.refused'
    | 'receipt.recorded'
    | 'receipt.unmatched'
    | 'receipt.dismissed'
    | 'mandate.given'
    | 'mandate.replaced'
    | 'mandate.revoked'
    | 'mandate.declined'
    | 'refund.created'
    | 'refund.ok'
    | 'refund.failed'
    | 'refund.in_doubt'
    | 'refund.retried'
    | 'payout.created'
    | 'payout.done'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.cancelled'
    | 'lead.created'
    | 'lead.expired'
    | 'withdrawal.received'
    | 'withdrawal.settled'
    | 'withdrawal.refused'
    | 'mail.composed'
    | 'mail.sent'
    | 'mail.delivered'
    | 'mail.bounced'
    | 'mail.parked'
    | 'letter.due'
    | 'letter.sent'
    | 'letter.delivered'
    | 'letter.returned'
    | 'document.rendered'
    | 'document.failed'
    | 'handover.recorded'
    | 'handover.voided'
    | 'product.pushed'
    | 'product.published'
    | 'product.price_out_of_range'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
    | 'approval.requested'
    | 'approval.approved'
    | 'approval.declined'
    | 'approval.withdrawn'
    | 'approval.expired'
    | 'customer.joined'
    | 'customer.split'
    | 'month.closed'
    | 'commission.agreed'
    | 'commission.statement_made'
    | 'commission.statement_done'
    | 'mass_endorsement.started'
    | 'mass_endorsement.stopped'
    | 'mass_endorsement.resumed'
    | 'mass_endorsement.done'
  )[]
  /** `thin`: the event as `GET /manage/events` lists it. `full`: also `record`, the policy as your secret key sees it when the message is sent. */
  readonly payload?: 'thin' | 'full'
  /** Three additional headers with names of your choice, for receivers that expect them. The headers of Standard Webhooks are always sent. */
  readonly legacy_headers?: {
    /** The header for the type of the event. */
    readonly event: string
    /** The header for the id of the event. */
    readonly delivery: string
    /** The header for `sha1=` and the HMAC-SHA1 of the body in hex, keyed with the text of the secret. */
    readonly signature: string
  } | null
  /** Whether messages are sent. */
  readonly status?: 'enabled' | 'disabled'
}

export type RotateWebhook = {
  /** Hours for which messages are also signed with the old secret; 24 by default. */
  readonly overlap_hours?: number
}

/** The events to send again: `event_id`, `failed`, or `from` and `until`. */
export type Resend = {
  /** One event, delivered or not. */
  readonly event_id?: string
  /** All deliveries that have not succeeded. */
  readonly failed?: true
  /** All events from this time on. Needs `until`. */
  readonly from?: string
  /** The end of the time range, exclusive. Needs `from`. */
  readonly until?: string
}

/** One attempt to deliver an event. */
export type Attempt = {
  /** When the attempt began. */
  readonly at: string
  /** The duration until the end of the response, in milliseconds. */
  readonly duration_ms: number
  /** The HTTP status of the response; null if there was no response. */
  readonly status: number | null
  /** Why the attempt failed; null if it succeeded. */
  readonly failure: string | null
  /** The first kilobyte of the response body. */
  readonly answer: string | null
}

/** The delivery of one event to one endpoint, with its attempts. */
export type Delivery = {
  /** The id of the event, which is the `webhook-id` of its messages. */
  readonly id: string
  /** The type of the event. */
  readonly type:
    | 'offer.created'
    | 'offer.expired'
    | 'policy.issued'
    | 'policy.endorsement_requested'
    | 'policy.endorsed'
    | 'policy.endorsement_failed'
    | 'policy.endorsement_proposed'
    | 'policy.adjustment_requested'
    | 'policy.adjusted'
    | 'policy.adjustment_failed'
    | 'policy.tax_changed'
    | 'policy.cancellation_requested'
    | 'policy.cancelled'
    | 'policy.cancellation_failed'
    | 'policy.end_move_requested'
    | 'policy.end_moved'
    | 'policy.end_move_failed'
    | 'policy.end_move_proposed'
    | 'policy.withdrawal_requested'
    | 'policy.withdrawn'
    | 'policy.withdrawal_failed'
    | 'policy.reinstatement_requested'
    | 'policy.reinstated'
    | 'policy.reinstatement_failed'
    | 'policy.reinstatement_proposed'
    | 'policy.proposal_preempted'
    | 'policy.proposal_lapsed'
    | 'policy.policyholder_changed'
    | 'policy.party_added'
    | 'policy.party_ended'
    | 'policy.delivery_recorded'
    | 'policy.first_premium_overdue'
    | 'policy.expired'
    | 'policy.renewed'
    | 'policy.suspended'
    | 'policy.resumed'
    | 'policy.revived'
    | 'renewal.offered'
    | 'renewal.price_held'
    | 'renewal.accepted'
    | 'renewal.declined'
    | 'renewal.blocked'
    | 'renewal.knocked_out'
    | 'renewal.voided'
    | 'renewal.endorsement_recorded'
    | 'renewal.endorsement_revoked'
    | 'renewal.endorsement_applied'
    | 'renewal.endorsement_voided'
    | 'dunning.opened'
    | 'dunning.reminded'
    | 'dunning.notice_sent'
    | 'dunning.notice_proved'
    | 'dunning.proof_voided'
    | 'dunning.notice_voided'
    | 'dunning.suspended'
    | 'dunning.lapsed'
    | 'dunning.revived'
    | 'dunning.termination_due'
    | 'dunning.legal_action_recorded'
    | 'dunning.cured'
    | 'dunning.ended'
    | 'dunning.held'
    | 'dunning.released'
    | 'invoice.issued'
    | 'invoice.settled'
    | 'invoice.reopened'
    | 'invoice.debit_announced'
    | 'invoice.deferred'
    | 'invoice.written_off'
    | 'payment.pending'
    | 'payment.ok'
    | 'payment.failed'
    | 'payment.action_required'
    | 'payment.late'
    | 'payment.in_doubt'
    | 'payment.resolved'
    | 'payment.charged_back'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'dispute.closed'
    | 'payment_provider.refused'
    | 'receipt.recorded'
    | 'receipt.unmatched'
    | 'receipt.dismissed'
    | 'mandate.given'
    | 'mandate.replaced'
    | 'mandate.revoked'
    | 'mandate.declined'
    | 'refund.created'
    | 'refund.ok'
    | 'refund.failed'
    | 'refund.in_doubt'
    | 'refund.retried'
    | 'payout.created'
    | 'payout.done'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.cancelled'
    | 'lead.created'
    | 'lead.expired'
    | 'withdrawal.received'
    | 'withdrawal.settled'
    | 'withdrawal.refused'
    | 'mail.composed'
    | 'mail.sent'
    | 'mail.delivered'
    | 'mail.bounced'
    | 'mail.parked'
    | 'letter.due'
    | 'letter.sent'
    | 'letter.delivered'
    | 'letter.returned'
    | 'document.rendered'
    | 'document.failed'
    | 'handover.recorded'
    | 'handover.voided'
    | 'product.pushed'
    | 'product.published'
    | 'product.price_out_of_range'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
    | 'approval.requested'
    | 'approval.approved'
    | 'approval.declined'
    | 'approval.withdrawn'
    | 'approval.expired'
    | 'customer.joined'
    | 'customer.split'
    | 'month.closed'
    | 'commission.agreed'
    | 'commission.statement_made'
    | 'commission.statement_done'
    | 'mass_endorsement.started'
    | 'mass_endorsement.stopped'
    | 'mass_endorsement.resumed'
    | 'mass_endorsement.done'
  /** `delivered`: succeeded. `waiting`: is tried again. `parked`: given up, until you send it again. */
  readonly status: 'delivered' | 'waiting' | 'parked'
  /** The number of failed attempts since it was last sent or resent. */
  readonly failures: number
  /** When the next attempt is made; null if there is none. */
  readonly next_attempt_at: string | null
  /** The last twenty attempts, oldest first. */
  readonly attempts: readonly Attempt[]
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** A webhook to which events are sent again. */
export type Resent = {
  /** The webhook. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The address that messages are posted to. It must use https and must not resolve to a private address, unless the operator has set `WEBHOOKS_PRIVATE=allow`. */
  readonly url: string
  /** The purpose of the webhook. */
  readonly description: string
  /** The event types to send; `*` selects all. */
  readonly events: readonly (
    | '*'
    | 'offer.created'
    | 'offer.expired'
    | 'policy.issued'
    | 'policy.endorsement_requested'
    | 'policy.endorsed'
    | 'policy.endorsement_failed'
    | 'policy.endorsement_proposed'
    | 'policy.adjustment_requested'
    | 'policy.adjusted'
    | 'policy.adjustment_failed'
    | 'policy.tax_changed'
    | 'policy.cancellation_requested'
    | 'policy.cancelled'
    | 'policy.cancellation_failed'
    | 'policy.end_move_requested'
    | 'policy.end_moved'
    | 'policy.end_move_failed'
    | 'policy.end_move_proposed'
    | 'policy.withdrawal_requested'
    | 'policy.withdrawn'
    | 'policy.withdrawal_failed'
    | 'policy.reinstatement_requested'
    | 'policy.reinstated'
    | 'policy.reinstatement_failed'
    | 'policy.reinstatement_proposed'
    | 'policy.proposal_preempted'
    | 'policy.proposal_lapsed'
    | 'policy.policyholder_changed'
    | 'policy.party_added'
    | 'policy.party_ended'
    | 'policy.delivery_recorded'
    | 'policy.first_premium_overdue'
    | 'policy.expired'
    | 'policy.renewed'
    | 'policy.suspended'
    | 'policy.resumed'
    | 'policy.revived'
    | 'renewal.offered'
    | 'renewal.price_held'
    | 'renewal.accepted'
    | 'renewal.declined'
    | 'renewal.blocked'
    | 'renewal.knocked_out'
    | 'renewal.voided'
    | 'renewal.endorsement_recorded'
    | 'renewal.endorsement_revoked'
    | 'renewal.endorsement_applied'
    | 'renewal.endorsement_voided'
    | 'dunning.opened'
    | 'dunning.reminded'
    | 'dunning.notice_sent'
    | 'dunning.notice_proved'
    | 'dunning.proof_voided'
    | 'dunning.notice_voided'
    | 'dunning.suspended'
    | 'dunning.lapsed'
    | 'dunning.revived'
    | 'dunning.termination_due'
    | 'dunning.legal_action_recorded'
    | 'dunning.cured'
    | 'dunning.ended'
    | 'dunning.held'
    | 'dunning.released'
    | 'invoice.issued'
    | 'invoice.settled'
    | 'invoice.reopened'
    | 'invoice.debit_announced'
    | 'invoice.deferred'
    | 'invoice.written_off'
    | 'payment.pending'
    | 'payment.ok'
    | 'payment.failed'
    | 'payment.action_required'
    | 'payment.late'
    | 'payment.in_doubt'
    | 'payment.resolved'
    | 'payment.charged_back'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'dispute.closed'
    | 'payment_provider.refused'
    | 'receipt.recorded'
    | 'receipt.unmatched'
    | 'receipt.dismissed'
    | 'mandate.given'
    | 'mandate.replaced'
    | 'mandate.revoked'
    | 'mandate.declined'
    | 'refund.created'
    | 'refund.ok'
    | 'refund.failed'
    | 'refund.in_doubt'
    | 'refund.retried'
    | 'payout.created'
    | 'payout.done'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.cancelled'
    | 'lead.created'
    | 'lead.expired'
    | 'withdrawal.received'
    | 'withdrawal.settled'
    | 'withdrawal.refused'
    | 'mail.composed'
    | 'mail.sent'
    | 'mail.delivered'
    | 'mail.bounced'
    | 'mail.parked'
    | 'letter.due'
    | 'letter.sent'
    | 'letter.delivered'
    | 'letter.returned'
    | 'document.rendered'
    | 'document.failed'
    | 'handover.recorded'
    | 'handover.voided'
    | 'product.pushed'
    | 'product.published'
    | 'product.price_out_of_range'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
    | 'approval.requested'
    | 'approval.approved'
    | 'approval.declined'
    | 'approval.withdrawn'
    | 'approval.expired'
    | 'customer.joined'
    | 'customer.split'
    | 'month.closed'
    | 'commission.agreed'
    | 'commission.statement_made'
    | 'commission.statement_done'
    | 'mass_endorsement.started'
    | 'mass_endorsement.stopped'
    | 'mass_endorsement.resumed'
    | 'mass_endorsement.done'
  )[]
  /** `thin`: the event as `GET /manage/events` lists it. `full`: also `record`, the policy as your secret key sees it when the message is sent. */
  readonly payload: 'thin' | 'full'
  /** Three additional headers with names of your choice, for receivers that expect them. The headers of Standard Webhooks are always sent. */
  readonly legacy_headers: {
    /** The header for the type of the event. */
    readonly event: string
    /** The header for the id of the event. */
    readonly delivery: string
    /** The header for `sha1=` and the HMAC-SHA1 of the body in hex, keyed with the text of the secret. */
    readonly signature: string
  } | null
  /** Whether messages are sent. */
  readonly status: 'enabled' | 'disabled'
  /** `request` (disabled by request), `gone` (the endpoint responded 410) or `failing` (all attempts failed for two days); null if enabled. */
  readonly disabled_because: string | null
  /** The time since which every attempt has failed; null if the last one succeeded. */
  readonly failing_since: string | null
  /** When the webhook was created. */
  readonly created_at: string
  /** True if there is nothing to send again. */
  readonly is_nothing: boolean
}

/** The result of a test message. */
export type WebhookTest = {
  /** The `webhook-id` of the message. */
  readonly event_id: string
  /** Whether the endpoint responded with 2xx. */
  readonly delivered: boolean
  readonly attempt: Attempt
  /** The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if nothing is masked. Masks are for callers without the permission `personal_data.read`. */
  readonly masked?: readonly string[]
}

/** The reason of a refusal. Later releases may add codes. */
export type ErrorCode =
  | 'access_token_missing'
  | 'access_token_not_found'
  | 'access_token_unknown'
  | 'account_key_taken'
  | 'account_not_found'
  | 'account_not_named'
  | 'act_needs_permission'
  | 'act_refused'
  | 'act_without_amount'
  | 'address_already_suppressed'
  | 'address_rate_limited'
  | 'address_too_long'
  | 'adjustments_by_insurer'
  | 'already_cancelled'
  | 'already_member'
  | 'already_paid'
  | 'amount_not_for_kind'
  | 'answer_lost'
  | 'approval_needs_person'
  | 'approval_not_found'
  | 'approval_not_pending'
  | 'approval_outdated'
  | 'arrears_on_account'
  | 'asks_for_nothing'
  | 'assets_not_found'
  | 'assignee_unknown'
  | 'bands_not_rising'
  | 'bands_of_no_number'
  | 'batch_downloaded_before'
  | 'body_too_large'
  | 'calculation_failed'
  | 'call_not_approvable'
  | 'callback_not_taken'
  | 'callback_unsigned'
  | 'cancellation_date_invalid'
  | 'cancellation_kind_by_insurer'
  | 'cancellation_kind_missing'
  | 'cancellation_kind_unknown'
  | 'cancellation_reason_code_unknown'
  | 'cancellation_right_over'
  | 'client_secret_required'
  | 'clock_advancing'
  | 'clock_not_found'
  | 'clock_out_of_reach'
  | 'clock_turned_back'
  | 'clock_with_live_key'
  | 'closing_not_found'
  | 'closing_under_way'
  | 'code_refused'
  | 'code_wrong'
  | 'column_not_found'
  | 'commission_agreement_not_later'
  | 'commission_statement_exists'
  | 'commission_statement_not_found'
  | 'commission_statement_not_open'
  | 'correction_beyond_charges'
  | 'cover_is_over'
  | 'cover_moved'
  | 'credential_invalid'
  | 'credentials_not_found'
  | 'credit_too_small'
  | 'csv_required'
  | 'current_password_wrong'
  | 'customer_not_found'
  | 'customer_not_joined'
  | 'customers_joined'
  | 'dataset_being_prepared'
  | 'dataset_item_not_found'
  | 'dataset_not_found'
  | 'dataset_of_product'
  | 'delivery_by_insurer'
  | 'difference_not_accepted'
  | 'difference_not_open'
  | 'difference_not_that'
  | 'dispute_not_found'
  | 'distributor_not_found'
  | 'document_not_found'
  | 'done_in_future'
  | 'draft_with_live_key'
  | 'draining'
  | 'due_date_too_early'
  | 'due_date_too_late'
  | 'dunning_case_closed'
  | 'dunning_case_not_found'
  | 'dunning_hold_not_found'
  | 'dunning_hold_released'
  | 'earlier_month_not_stated'
  | 'email_invalid'
  | 'end_stays'
  | 'endorsement_token_invalid'
  | 'endorsements_by_insurer'
  | 'entry_is_reversal'
  | 'entry_reversed'
  | 'event_date_missing'
  | 'event_not_found'
  | 'evidence_behind'
  | 'expectation_unknown'
  | 'expired_quote_token'
  | 'exports_busy'
  | 'field_needed'
  | 'field_not_masked'
  | 'file_has_mistakes'
  | 'file_twice'
  | 'first_request_in_progress'
  | 'first_version'
  | 'folder_dataset_item_not_found'
  | 'folder_has_mistakes'
  | 'folder_integration_not_found'
  | 'folder_item_not_found'
  | 'folder_language_not_found'
  | 'folder_question_not_found'
  | 'folder_too_large'
  | 'folder_workers_stopped'
  | 'folders_busy'
  | 'goodwill_used'
  | 'grant_exceeds_own'
  | 'handover_incomplete'
  | 'header_not_allowed'
  | 'headers_too_large'
  | 'host_missing'
  | 'idempotency_key_reused'
  | 'impact_field_sensitive'
  | 'impact_field_unknown'
  | 'impact_not_done'
  | 'impact_not_found'
  | 'impact_of_rater'
  | 'imports_busy'
  | 'integration_not_found'
  | 'integration_not_published'
  | 'integration_version_not_found'
  | 'internal_error'
  | 'invalid_data'
  | 'invalid_list_parameter'
  | 'invalid_parameter'
  | 'invoice_closed'
  | 'invoice_not_found'
  | 'invoice_not_open'
  | 'invoice_settled'
  | 'issuer_not_allowed'
  | 'item_not_found'
  | 'item_record_not_found'
  | 'key_exceeds_own'
  | 'key_field_missing'
  | 'key_not_found'
  | 'key_of_another_account'
  | 'key_revoked'
  | 'key_rotated'
  | 'keys_of_two_accounts'
  | 'knockout'
  | 'lapse_not_in_doubt'
  | 'last_administrator'
  | 'last_passkey'
  | 'later_day_unpriced'
  | 'lead_not_found'
  | 'lead_too_large'
  | 'letter_being_made'
  | 'letter_not_found'
  | 'letter_not_sent'
  | 'limit_not_possible'
  | 'link_unknown'
  | 'list_parameter_missing'
  | 'mail_not_found'
  | 'mail_not_parked'
  | 'mail_server_invalid'
  | 'mail_server_not_found'
  | 'malformed_request'
  | 'mandate_ended'
  | 'mandate_link_used'
  | 'mandate_not_found'
  | 'mandate_not_of_role'
  | 'mandate_not_possible'
  | 'mandate_token_unknown'
  | 'manual_entry_not_found'
  | 'mass_endorsement_change_unclear'
  | 'mass_endorsement_not_found'
  | 'mass_endorsement_not_previewable'
  | 'mass_endorsement_not_previewed'
  | 'mass_endorsement_not_running'
  | 'mass_endorsement_not_stopped'
  | 'mass_endorsement_of_product_running'
  | 'member_missing_for_kind'
  | 'member_not_for_kind'
  | 'member_not_for_outcome'
  | 'merge_changes_settings'
  | 'merge_key_differs'
  | 'missing_if_match'
  | 'modification_in_progress'
  | 'month_closed'
  | 'month_not_next'
  | 'month_not_over'
  | 'next_term_endorsement_ended'
  | 'next_term_endorsement_unknown'
  | 'no_adjustment_agreed'
  | 'no_callbacks'
  | 'no_credentials_needed'
  | 'no_credit'
  | 'no_delivery_report'
  | 'no_documents_of_offer'
  | 'no_documents_of_policy'
  | 'no_email_change'
  | 'no_end_to_move'
  | 'no_file_name'
  | 'no_key'
  | 'no_renewal'
  | 'no_right_of_withdrawal'
  | 'no_term_to_adjust'
  | 'no_workbook'
  | 'no_worker'
  | 'not_a_member'
  | 'not_a_moment'
  | 'not_a_preview_token'
  | 'not_an_insurer'
  | 'not_an_object'
  | 'not_base64'
  | 'not_cancelled'
  | 'not_enumerable'
  | 'not_http'
  | 'not_joined'
  | 'not_json'
  | 'not_multipart'
  | 'not_one_workbook'
  | 'not_paid'
  | 'not_ready'
  | 'not_two_workbooks'
  | 'note_not_found'
  | 'nothing_charged'
  | 'nothing_to_adjust'
  | 'nothing_to_endorse'
  | 'nothing_to_export'
  | 'nothing_to_state'
  | 'notice_not_kept'
  | 'offer_expired'
  | 'offer_not_found'
  | 'one_transaction'
  | 'other_currency'
  | 'overtaken_quote_token'
  | 'own_payment_provider_not_found'
  | 'own_request'
  | 'own_second_factor'
  | 'page_not_allowed'
  | 'paid_in_future'
  | 'party_day_not_possible'
  | 'party_ended'
  | 'party_is_policyholder'
  | 'party_not_found'
  | 'passkey_not_found'
  | 'passkey_not_valid'
  | 'passkey_refused'
  | 'passkeys_need_a_name'
  | 'password_required'
  | 'password_too_common'
  | 'password_too_long'
  | 'password_too_short'
  | 'passwords_busy'
  | 'payer_taken'
  | 'payment_charged_back'
  | 'payment_link_not_found'
  | 'payment_method_not_in_plan'
  | 'payment_not_found'
  | 'payment_not_in_doubt'
  | 'payment_pending'
  | 'payment_provider_not_found'
  | 'payment_provider_not_set_up'
  | 'payment_under_way'
  | 'payout_batch_not_found'
  | 'payout_not_found'
  | 'payout_not_possible'
  | 'payout_not_released'
  | 'permission_missing'
  | 'person_of_other_accounts'
  | 'person_required'
  | 'personal_data_masked'
  | 'plan_change_date'
  | 'plan_changes_at_renewal'
  | 'plan_never_changes'
  | 'policy_cancelled'
  | 'policy_expired'
  | 'policy_goes_on'
  | 'policy_not_found'
  | 'policy_not_issued'
  | 'policy_withdrawn'
  | 'portfolio_check_not_found'
  | 'preview_expired'
  | 'preview_of_different_transaction'
  | 'preview_of_older_version'
  | 'preview_outdated'
  | 'price_not_recomputed'
  | 'price_out_of_range'
  | 'priced_outside'
  | 'pricing_in_preparation'
  | 'product_not_found'
  | 'product_not_published'
  | 'product_version_not_found'
  | 'proposal_over'
  | 'provider_in_use'
  | 'provider_not_declared'
  | 'provider_reserved'
  | 'public_key_with_roles'
  | 'publish_held'
  | 'quote_not_found'
  | 'quote_of_other_clock'
  | 'quote_token_of_endorsement'
  | 'quote_token_of_older_version'
  | 'quote_token_of_other_policy'
  | 'quote_token_of_sale'
  | 'rate_limited'
  | 'reads_only'
  | 'receipt_not_found'
  | 'receipt_not_unmatched'
  | 'reconciliation_item_not_found'
  | 'refund_may_be_made'
  | 'refund_not_found'
  | 'refund_not_in_doubt'
  | 'refund_not_owed'
  | 'renderer_does_not_start'
  | 'renewal_accepted'
  | 'renewal_declined'
  | 'renewal_not_blocked'
  | 'renewal_not_offered'
  | 'renewal_not_possible'
  | 'renewal_plan_not_possible'
  | 'renewal_token_unknown'
  | 'renewal_too_late'
  | 'request_from_elsewhere'
  | 'request_of_other'
  | 'request_too_slow'
  | 'requester_gone'
  | 'resend_one_thing'
  | 'return_address_expired'
  | 'return_address_unknown'
  | 'role_built_in'
  | 'role_distributor_not_found'
  | 'role_in_use'
  | 'role_key_taken'
  | 'role_not_found'
  | 'role_product_not_found'
  | 'route_not_found'
  | 'rule_twice'
  | 'same_policyholder'
  | 'scope_incomplete'
  | 'second_factor_not_on'
  | 'second_factor_required'
  | 'second_person_required'
  | 'secret_key_required'
  | 'session_not_found'
  | 'session_of_one_account'
  | 'session_unknown'
  | 'sign_in_first'
  | 'sign_in_refused'
  | 'sign_in_slowed'
  | 'single_sign_on_not_found'
  | 'slow_search'
  | 'stale_version'
  | 'statement_month_not_over'
  | 'stopping'
  | 'subscription_plan_not_found'
  | 'suppressed_address_not_found'
  | 'task_not_found'
  | 'tax_rate_same'
  | 'termination_after_end'
  | 'termination_before_start'
  | 'termination_date_invalid'
  | 'test_mode_only'
  | 'text_not_storable'
  | 'ticket_expired'
  | 'token_rate_limited'
  | 'too_far_back'
  | 'too_few_approvers'
  | 'too_late_to_adjust'
  | 'too_late_to_reinstate'
  | 'too_many_combinations'
  | 'too_many_connections'
  | 'too_many_failures'
  | 'too_many_impacts'
  | 'too_many_parties'
  | 'too_many_passkeys'
  | 'too_many_policies'
  | 'too_many_providers'
  | 'too_many_roles'
  | 'too_many_user_tokens'
  | 'too_many_users'
  | 'too_many_views'
  | 'too_many_webhooks'
  | 'totp_already_on'
  | 'totp_not_on'
  | 'touchpoint_not_found'
  | 'unavailable'
  | 'unknown_cursor'
  | 'unknown_event_type'
  | 'unknown_key'
  | 'unknown_member'
  | 'unknown_parameter'
  | 'unknown_permission'
  | 'unknown_preview_token'
  | 'unknown_purpose'
  | 'unknown_quote_token'
  | 'unknown_role'
  | 'unreadable_address'
  | 'unreadable_callback'
  | 'unreadable_key'
  | 'unsupported_language'
  | 'upload_lost'
  | 'upload_too_large'
  | 'url_not_allowed'
  | 'user_not_found'
  | 'user_session_not_found'
  | 'user_token_not_found'
  | 'version_does_not_compile'
  | 'version_is_what_if'
  | 'version_never_held'
  | 'version_not_found'
  | 'view_not_found'
  | 'view_of_another'
  | 'waits_for_receipt'
  | 'waits_for_underwriter'
  | 'webhook_not_found'
  | 'withdrawal_closed'
  | 'withdrawal_date_invalid'
  | 'withdrawal_not_found'
  | 'withdrawal_page_not_found'
  | 'withdrawal_period_over'
  | 'wrong_api_version'
  | 'wrong_idempotency_key'
  | 'wrong_import_type'
  | 'wrong_media_type'
  | 'wrong_mode'
  | 'wrong_payment_token'

/** The body of a webhook message: the event as `GET /manage/events` lists it. */
export type WebhookMessage = Event & {
  /** Only if the webhook has `payload` set to `full`: the policy, as a secret key of the account sees it when the message is sent. Null for events that concern no policy. */
  readonly record?: {
    readonly [name: string]: unknown
  } | null
}

/** An offer was created. */
export type OfferCreatedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'offer.created'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The status. */
    readonly status: 'ready'
    /** The first version of the policy that it becomes. */
    readonly version_id: string
  }
}

/** An offer was not paid in time. */
export type OfferExpiredEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'offer.expired'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The new status. */
    readonly status: 'expired'
  }
}

/** An offer was paid and became a policy. */
export type PolicyIssuedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.issued'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The new status. */
    readonly status: 'paid'
    /** The version in force. */
    readonly version_id: string
  }
}

/** An endorsement was requested. */
export type PolicyEndorsementRequestedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.endorsement_requested'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
  }
}

/** An endorsement took effect. */
export type PolicyEndorsedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.endorsed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The day from which it takes effect. */
    readonly effective_date: string
  }
}

/** An endorsement failed. */
export type PolicyEndorsementFailedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.endorsement_failed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** Why it failed. */
    readonly reason: string
  }
}

/** An endorsement waits for its payment. */
export type PolicyEndorsementProposedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.endorsement_proposed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The day from which it takes effect. */
    readonly effective_date: string
    /** The amount to pay for it. In whole minor units. */
    readonly amount: number
    /** How much of that is arrears. In whole minor units. */
    readonly arrears?: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The last day on which it can be paid. */
    readonly pay_until: string
  }
}

/** A premium adjustment was requested. */
export type PolicyAdjustmentRequestedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.adjustment_requested'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
  }
}

/** The premium of a term that is over was adjusted to declared values. */
export type PolicyAdjustedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.adjusted'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The first day of the term. */
    readonly effective_date: string
  }
}

/** A premium adjustment failed. */
export type PolicyAdjustmentFailedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.adjustment_failed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** Why it failed. */
    readonly reason: string
  }
}

/** The law changed the rate of tax: periods from this day on have the new one. */
export type PolicyTaxChangedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.tax_changed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The day from which it takes effect. */
    readonly effective_date: string
  }
}

/** A cancellation was requested. */
export type PolicyCancellationRequestedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.cancellation_requested'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
  }
}

/** A policy was cancelled. */
export type PolicyCancelledEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.cancelled'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The last day of cover. */
    readonly termination_date: string
    /** Who ended the contract, if that was named; `system` after a lapse. */
    readonly cancellation_kind?: 'customer' | 'insurer' | 'agreement' | 'system'
    /** The code of the reason, if one was named; `non_payment` after a lapse. */
    readonly cancellation_reason_code?: string
  }
}

/** A cancellation failed. */
export type PolicyCancellationFailedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.cancellation_failed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** Why it failed. */
    readonly reason: string
  }
}

/** A move of the end was requested. */
export type PolicyEndMoveRequestedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.end_move_requested'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
  }
}

/** A policy that was cancelled for later ends on another day. */
export type PolicyEndMovedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.end_moved'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The last day of cover. */
    readonly termination_date: string
  }
}

/** A move of the end failed. */
export type PolicyEndMoveFailedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.end_move_failed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** Why it failed. */
    readonly reason: string
  }
}

/** A move of the end waits for its payment. */
export type PolicyEndMoveProposedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.end_move_proposed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The last day of cover. */
    readonly termination_date: string
    /** The amount to pay for it. In whole minor units. */
    readonly amount: number
    /** How much of that is arrears. In whole minor units. */
    readonly arrears?: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The last day on which it can be paid. */
    readonly pay_until: string
  }
}

/** A withdrawal was requested. */
export type PolicyWithdrawalRequestedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.withdrawal_requested'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
  }
}

/** The customer has withdrawn from the contract. `policy.cancelled` is sent too. */
export type PolicyWithdrawnEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.withdrawn'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The day on which the withdrawal was received. */
    readonly received_on: string
    /** The last day of cover; before the first day where nothing is left of it. */
    readonly termination_date: string
  }
}

/** A withdrawal failed. */
export type PolicyWithdrawalFailedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.withdrawal_failed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** Why it failed. */
    readonly reason: string
  }
}

/** A reinstatement was requested. */
export type PolicyReinstatementRequestedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.reinstatement_requested'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
  }
}

/** A cancelled policy is in force again. */
export type PolicyReinstatedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.reinstated'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The last day without cover; null if there is no gap. */
    readonly gap_until: string | null
  }
}

/** A reinstatement failed. */
export type PolicyReinstatementFailedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.reinstatement_failed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** Why it failed. */
    readonly reason: string
  }
}

/** A reinstatement waits for its payment. */
export type PolicyReinstatementProposedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.reinstatement_proposed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The last day without cover; null if there is no gap. */
    readonly gap_until: string | null
    /** The amount to pay for it. In whole minor units. */
    readonly amount: number
    /** How much of that is arrears. In whole minor units. */
    readonly arrears?: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The last day on which it can be paid. */
    readonly pay_until: string
  }
}

/** A proposal is void, because another version took effect first. */
export type PolicyProposalPreemptedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.proposal_preempted'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The version that took effect first. */
    readonly preempted_by: string
  }
}

/** A proposal was not paid in time. */
export type PolicyProposalLapsedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.proposal_lapsed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
  }
}

/** Another person is the policyholder. `policy.endorsed` is sent too, and `mandate.revoked` where there was a mandate. */
export type PolicyPolicyholderChangedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.policyholder_changed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The day from which it takes effect. */
    readonly effective_date: string
    /** The customer from that day on. */
    readonly customer_id: string
    /** The customer until then. */
    readonly previous_customer_id: string
  }
}

/** A person was named for a role. */
export type PolicyPartyAddedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.party_added'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The person in the role. */
    readonly party_id: string
    /** The role. */
    readonly role: 'insured' | 'payer' | 'beneficiary'
    /** The first day. */
    readonly from: string
  }
}

/** The role of a person was ended. */
export type PolicyPartyEndedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.party_ended'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The person in the role. */
    readonly party_id: string
    /** The role. */
    readonly role: 'insured' | 'payer' | 'beneficiary'
    /** The last day; before the first where it never counted. */
    readonly until: string
  }
}

/** Documents are known to have reached the customer. */
export type PolicyDeliveryRecordedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.delivery_recorded'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The documents. */
    readonly document: 'policy' | 'termination' | 'renewal_notice'
    /** The day on which the customer received them. */
    readonly delivered_on: string
  }
}

/** The first premium was not paid by its due day, and there is no cover. You may rescind. */
export type PolicyFirstPremiumOverdueEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.first_premium_overdue'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The invoice of the first premium. */
    readonly invoice_id: string
    /** The open amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Its due day. */
    readonly due_day: string
  }
}

/** The last day of the policy is over. */
export type PolicyExpiredEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.expired'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The new status. */
    readonly status: 'expired'
  }
}

/** A policy was renewed for another term. */
export type PolicyRenewedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.renewed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The day from which it takes effect. */
    readonly effective_date: string
  }
}

/** Cover is suspended until the overdue amount is paid. */
export type PolicySuspendedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.suspended'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The day from which it takes effect. */
    readonly effective_date: string
  }
}

/** Cover was resumed after a suspension. */
export type PolicyResumedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.resumed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The day from which it takes effect. */
    readonly effective_date: string
  }
}

/** A lapse is void: the premium was paid in time, or its notice had not arrived. Cover resumes. */
export type PolicyRevivedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'policy.revived'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the policy that the transaction makes. */
    readonly version_id: string
    /** The day from which it takes effect. */
    readonly effective_date: string
  }
}

/** The next term was priced and offered. */
export type RenewalOfferedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'renewal.offered'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** The last day of the next term; null if it is open-ended. */
    readonly last_day: string | null
    /** The amount of one payment in the next term. In whole minor units. */
    readonly gross_payment_amount: number
    /** The amount of one payment in this term. In whole minor units. */
    readonly gross_payment_amount_before: number
    /** The version of the product that priced the next term. */
    readonly product_version_id: string
  }
}

/** A policy was renewed at its old price, because the dearer one could not take effect. */
export type RenewalPriceHeldEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'renewal.price_held'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** The amount of one payment, as before. In whole minor units. */
    readonly gross_payment_amount: number
    /** The amount of one payment that was offered. In whole minor units. */
    readonly gross_payment_amount_offered: number
    /** `no_clause`: the product has no adjustment clause. `not_proven`: no delivery of the notice was recorded for a month before the term. */
    readonly reason: 'no_clause' | 'not_proven'
  }
}

/** The next term was accepted. */
export type RenewalAcceptedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'renewal.accepted'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** The amount of one payment in the next term; null without a price. In whole minor units. */
    readonly gross_payment_amount: number | null
    /** The payment plan of the next term; null if it was declined before it was priced. */
    readonly subscription_plan_id: string | null
    /** Who decided. */
    readonly by: 'customer' | 'insurer' | 'distributor'
  }
}

/** The next term was declined: the policy ends with its current term. */
export type RenewalDeclinedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'renewal.declined'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** The amount of one payment in the next term; null without a price. In whole minor units. */
    readonly gross_payment_amount: number | null
    /** The payment plan of the next term; null if it was declined before it was priced. */
    readonly subscription_plan_id: string | null
    /** Who decided. */
    readonly by: 'customer' | 'insurer' | 'distributor'
  }
}

/** The next term could not be priced, or the renewal failed. */
export type RenewalBlockedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'renewal.blocked'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** The last day of the next term; null if it is open-ended. */
    readonly last_day: string | null
    /** The codes of the problems. */
    readonly problems: readonly string[]
  }
}

/** The product declines the next term with a knockout. */
export type RenewalKnockedOutEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'renewal.knocked_out'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** The last day of the next term; null if it is open-ended. */
    readonly last_day: string | null
    /** The codes of the problems. */
    readonly problems: readonly string[]
  }
}

/** The renewal is void, because the policy was cancelled or the next term was endorsed. */
export type RenewalVoidedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'renewal.voided'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** The last day of the next term; null if it is open-ended. */
    readonly last_day: string | null
    /** `cancelled`: the policy was cancelled. `endorsed`: what is endorsed for the next term has changed, and it is priced and offered again. */
    readonly reason: 'cancelled' | 'endorsed'
  }
}

/** An endorsement of the next term was recorded. */
export type RenewalEndorsementRecordedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'renewal.endorsement_recorded'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The endorsement of the next term. */
    readonly endorsement_id: string
    /** The first day of the next term. */
    readonly effective_date: string
  }
}

/** An endorsement of the next term was revoked. */
export type RenewalEndorsementRevokedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'renewal.endorsement_revoked'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The endorsement of the next term. */
    readonly endorsement_id: string
    /** The first day of the next term. */
    readonly effective_date: string
  }
}

/** The next term has begun, with the endorsement that was recorded for it. */
export type RenewalEndorsementAppliedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'renewal.endorsement_applied'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The endorsement of the next term. */
    readonly endorsement_id: string
    /** The first day of the next term. */
    readonly effective_date: string
  }
}

/** An endorsement of the next term is void: the term does not come, or not with it. */
export type RenewalEndorsementVoidedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'renewal.endorsement_voided'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The endorsement of the next term. */
    readonly endorsement_id: string
    /** The first day of the next term. */
    readonly effective_date: string
    /** What became of the renewal. `price_held`: the policy was renewed at its old price, at which the endorsement has no price. */
    readonly reason:
      | 'declined'
      | 'not_accepted'
      | 'blocked'
      | 'knocked_out'
      | 'cancelled'
      | 'price_held'
  }
}

/** An invoice of a policy is overdue. */
export type DunningOpenedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.opened'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The overdue amount. In whole minor units. */
    readonly overdue: number
    /** The currency, for example `eur`. */
    readonly currency: string
  }
}

/** The customer was reminded. */
export type DunningRemindedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.reminded'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The letter. */
    readonly letter_id: string
    /** The number of the letter among those of its kind in the case. */
    readonly number: number
    /** The amount that it asks for. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
  }
}

/** A notice with the last day for payment was sent to the customer. */
export type DunningNoticeSentEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.notice_sent'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The letter. */
    readonly letter_id: string
    /** The number of the letter among those of its kind in the case. */
    readonly number: number
    /** The amount that it asks for. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The last day for payment; left out while the notice waits for its proof. */
    readonly grace_until?: string
  }
}

/** A notice is known to have arrived. Its grace begins, or ends later than it did. */
export type DunningNoticeProvedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.notice_proved'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The notice. */
    readonly letter_id: string
    /** The day on which it arrived. */
    readonly delivered_on: string
    /** The last day for payment. */
    readonly grace_until: string
  }
}

/** What proved that a notice had arrived no longer counts. The notice waits for another proof; about a policy that has lapsed, a person decides. */
export type DunningProofVoidedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.proof_voided'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The notice. */
    readonly letter_id: string
  }
}

/** A notice was wrong and was voided. */
export type DunningNoticeVoidedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.notice_voided'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The notice. */
    readonly letter_id: string
    /** What was wrong with it. */
    readonly reason: string
  }
}

/** Cover is suspended until the overdue amount is paid. */
export type DunningSuspendedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.suspended'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The letter. */
    readonly letter_id: string
    /** The number of the letter among those of its kind in the case. */
    readonly number: number
    /** The amount that it asks for. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The version that suspends cover. */
    readonly version_id: string
    /** The last day of cover. */
    readonly cover_until: string
    /** The last day on which a payment resumes cover. After it the policy lapses. */
    readonly pay_until: string
  }
}

/** A policy lapsed because it was not paid. */
export type DunningLapsedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.lapsed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The letter. */
    readonly letter_id: string
    /** The number of the letter among those of its kind in the case. */
    readonly number: number
    /** The amount that it asks for. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The version that ends the policy. */
    readonly version_id: string
    /** The last day of cover. */
    readonly cover_until: string
    /** The last day on which paying the premium of the notice voids the lapse. */
    readonly revival_until?: string
    /** The amount to pay for that. In whole minor units. */
    readonly revival_amount?: number
  }
}

/** The premium of the notice was paid in time after the lapse. */
export type DunningRevivedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.revived'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The letter. */
    readonly letter_id: string
    /** The number of the letter among those of its kind in the case. */
    readonly number: number
    /** The amount that it asks for. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The version that voids the lapse. */
    readonly version_id: string
    /** The day from which there is cover again. */
    readonly cover_from: string
  }
}

/** A suspended policy can be terminated. Send the letter of termination and record its delivery. */
export type DunningTerminationDueEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.termination_due'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The first day without cover. */
    readonly suspended_since: string
  }
}

/** The overdue premium was claimed at law. The policy does not lapse. */
export type DunningLegalActionRecordedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.legal_action_recorded'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The day of the legal action. */
    readonly date: string
  }
}

/** The overdue amount is settled. */
export type DunningCuredEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.cured'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The last dunning step of the case. */
    readonly step: 'overdue' | 'reminded' | 'notice_sent' | 'suspended'
  }
}

/** A dunning case was closed because cover ended for another reason. */
export type DunningEndedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.ended'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The last dunning step of the case. */
    readonly step: 'overdue' | 'reminded' | 'notice_sent' | 'suspended'
  }
}

/** Dunning was put on hold until the end of a day. */
export type DunningHeldEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.held'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy with the hold. */
    readonly policy_id?: string
    /** The product with the hold. */
    readonly product_id?: string
    /** The last day of the hold. */
    readonly until: string
  }
}

/** A dunning hold was ended early. */
export type DunningReleasedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dunning.released'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy with the hold. */
    readonly policy_id?: string
    /** The product with the hold. */
    readonly product_id?: string
    /** The last day of the hold. */
    readonly until: string
  }
}

/** An invoice or a credit note was issued. That of a sale comes with `policy.issued`. */
export type InvoiceIssuedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'invoice.issued'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The currency, for example `eur`. */
    readonly currency: string
    /** What the invoice is for. */
    readonly kind:
      | 'sale'
      | 'transaction'
      | 'instalment'
      | 'credit_note'
      | 'fee'
      | 'manual_fee'
      | 'correction'
    /** The total: the amount to pay, or the amount that a credit note credits. In whole minor units. */
    readonly amount: number
    /** The day on which it is due; a credit note has none. */
    readonly due_day?: string
  }
}

/** An invoice is settled in full. */
export type InvoiceSettledEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'invoice.settled'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The payment that settled it; null if credit of the customer settled it. */
    readonly payment_id: string | null
    /** The version whose transaction settled it. */
    readonly version_id?: string
  }
}

/** A payment was charged back: the invoice is open again. */
export type InvoiceReopenedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'invoice.reopened'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The payment that was charged back. */
    readonly payment_id: string
    /** The amount that is open again. In whole minor units. */
    readonly amount: number
  }
}

/** The customer must be notified of a debit: how much is taken, and when. Sent anew when that changes. */
export type InvoiceDebitAnnouncedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'invoice.debit_announced'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The amount that is taken. In whole minor units. */
    readonly amount: number
    /** The day of the debit. */
    readonly debit_day: string
    /** The mandate by which it is taken. */
    readonly mandate_id: string
    /** The reference of the mandate, as the bank shows it. */
    readonly mandate_reference: string | null
    /** The creditor identifier that the bank shows. */
    readonly creditor_id: string | null
  }
}

/** The due day of an invoice was moved to a later day. */
export type InvoiceDeferredEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'invoice.deferred'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The open amount. In whole minor units. */
    readonly amount: number
    /** The due day until then. */
    readonly due_day_before: string
    /** The due day from now on. */
    readonly due_day: string
  }
}

/** The open amount of an invoice was written off. */
export type InvoiceWrittenOffEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'invoice.written_off'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The amount written off. In whole minor units. */
    readonly amount: number
  }
}

/** A payment was started with its provider. */
export type PaymentPendingEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payment.pending'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The payment provider, for example `invoice`. */
    readonly provider: string
  }
}

/** A payment was made. */
export type PaymentOkEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payment.ok'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The payment provider, for example `invoice`. */
    readonly provider: string
    /** True if the money is received later. */
    readonly on_account?: boolean
  }
}

/** A payment failed. */
export type PaymentFailedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payment.failed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The payment provider, for example `invoice`. */
    readonly provider: string
    /** The reason, as the provider gives it. */
    readonly error_code: string
  }
}

/** A customer has to confirm a payment that was to be collected without them. */
export type PaymentActionRequiredEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payment.action_required'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The payment provider, for example `invoice`. */
    readonly provider: string
    /** The invoice that it pays. */
    readonly invoice_id: string | null
    /** The mandate by which it is collected. */
    readonly mandate_id: string | null
  }
}

/** Money was received for a payment that had failed. */
export type PaymentLateEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payment.late'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The payment provider, for example `invoice`. */
    readonly provider: string
    /** Whether the money was applied; otherwise it is refunded. */
    readonly applied: boolean
  }
}

/** It is unknown whether a payment was made: a person has to decide. */
export type PaymentInDoubtEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payment.in_doubt'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The payment provider, for example `invoice`. */
    readonly provider: string
    /** Why it is in doubt. */
    readonly why: 'unconfirmed' | 'contradicted'
  }
}

/** A person has decided the outcome of a payment. */
export type PaymentResolvedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payment.resolved'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The payment provider, for example `invoice`. */
    readonly provider: string
    /** The outcome. */
    readonly outcome: 'ok' | 'failed'
  }
}

/** A payment was charged back. */
export type PaymentChargedBackEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payment.charged_back'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The payment provider, for example `invoice`. */
    readonly provider: string
  }
}

/** A customer disputes a payment at the bank. */
export type DisputeOpenedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dispute.opened'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The payment that is disputed. */
    readonly payment_id: string
    /** The state of the dispute. */
    readonly state: string
    /** The amount in dispute. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Why, as the provider says it. */
    readonly reason: string
    /** By when evidence has to be sent; null if none is asked for. */
    readonly evidence_due_at: string | null
  }
}

/** A dispute is in another state and not decided. */
export type DisputeUpdatedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dispute.updated'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The payment that is disputed. */
    readonly payment_id: string
    /** The state of the dispute. */
    readonly state: string
    /** The amount in dispute. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Why, as the provider says it. */
    readonly reason: string
    /** By when evidence has to be sent; null if none is asked for. */
    readonly evidence_due_at: string | null
  }
}

/** A dispute was won: the money comes back. */
export type DisputeWonEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dispute.won'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The payment that is disputed. */
    readonly payment_id: string
    /** The state of the dispute. */
    readonly state: string
    /** The amount in dispute. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Why, as the provider says it. */
    readonly reason: string
    /** By when evidence has to be sent; null if none is asked for. */
    readonly evidence_due_at: string | null
  }
}

/** A dispute was lost: the money is gone. */
export type DisputeLostEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dispute.lost'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The payment that is disputed. */
    readonly payment_id: string
    /** The state of the dispute. */
    readonly state: string
    /** The amount in dispute. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Why, as the provider says it. */
    readonly reason: string
    /** By when evidence has to be sent; null if none is asked for. */
    readonly evidence_due_at: string | null
  }
}

/** A dispute ended without a decision, and no money moved. */
export type DisputeClosedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'dispute.closed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The payment that is disputed. */
    readonly payment_id: string
    /** The state of the dispute. */
    readonly state: string
    /** The amount in dispute. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Why, as the provider says it. */
    readonly reason: string
    /** By when evidence has to be sent; null if none is asked for. */
    readonly evidence_due_at: string | null
  }
}

/** A payment provider refuses your account: nothing is collected until the account works again. */
export type PaymentProviderRefusedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payment_provider.refused'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The payment provider, for example `invoice`. */
    readonly provider: string
    /** What the provider said, for example that the key was revoked. */
    readonly reason: string
  }
}

/** Money received by bank was posted to an invoice. */
export type ReceiptRecordedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'receipt.recorded'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The invoice that it was posted to. */
    readonly invoice_id: string
    /** The amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The day on which the money was received. */
    readonly received_on: string
  }
}

/** A receipt in a bank file matches no invoice. */
export type ReceiptUnmatchedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'receipt.unmatched'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** Why it matches no invoice. */
    readonly why:
      | 'no_number'
      | 'unknown_number'
      | 'several_numbers'
      | 'other_currency'
      | 'other_amount'
      | 'invoice_settled'
    /** The amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The day on which the money was received. */
    readonly received_on: string
  }
}

/** A person has decided that a receipt in a bank file pays no invoice. */
export type ReceiptDismissedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'receipt.dismissed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The day on which the money was received. */
    readonly received_on: string
  }
}

/** A customer gave a mandate: instalments can be collected with it. */
export type MandateGivenEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mandate.given'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The payment provider. */
    readonly provider: string
    /** The payment method, for example `card`. */
    readonly method: string | null
    /** The payment with which it was given; null if it was given by a link. */
    readonly payment_id: string | null
  }
}

/** A mandate was replaced by another one. */
export type MandateReplacedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mandate.replaced'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The payment provider. */
    readonly provider: string
    /** The payment method, for example `card`. */
    readonly method: string | null
    /** The payment with which it was given; null if it was given by a link. */
    readonly payment_id: string | null
  }
}

/** A mandate was revoked. */
export type MandateRevokedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mandate.revoked'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The payment provider. */
    readonly provider: string
    /** The payment method, for example `card`. */
    readonly method: string | null
    /** The payment with which it was given; null if it was given by a link. */
    readonly payment_id: string | null
    /** The provider that reports it, or the account that revoked it for the customer. */
    readonly revoked_by: 'provider' | 'account'
  }
}

/** The provider no longer accepts a mandate. */
export type MandateDeclinedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mandate.declined'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The payment provider. */
    readonly provider: string
    /** The payment method, for example `card`. */
    readonly method: string | null
    /** The payment with which it was given; null if it was given by a link. */
    readonly payment_id: string | null
  }
}

/** A refund was created. */
export type RefundCreatedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'refund.created'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The refunded payment. */
    readonly payment_id: string
    /** The refunded amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
  }
}

/** A refund was paid. */
export type RefundOkEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'refund.ok'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The refunded payment. */
    readonly payment_id: string
    /** The refunded amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** True if a person paid it outside of the platform. */
    readonly by_hand?: boolean
  }
}

/** A refund failed. */
export type RefundFailedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'refund.failed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The refunded payment. */
    readonly payment_id: string
    /** The refunded amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The reason, as the provider gives it. */
    readonly error_code: string
  }
}

/** It is unknown whether a refund was paid. */
export type RefundInDoubtEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'refund.in_doubt'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The refunded payment. */
    readonly payment_id: string
    /** The refunded amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Why it is in doubt. */
    readonly why: 'unconfirmed' | 'failed'
  }
}

/** A failed refund is tried again. */
export type RefundRetriedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'refund.retried'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The refunded payment. */
    readonly payment_id: string
    /** The refunded amount. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The number of the attempt. */
    readonly attempt: number
  }
}

/** Money is to be paid out by bank: a person has to see to it. */
export type PayoutCreatedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payout.created'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The refund that it carries out; null for credit. */
    readonly refund_id: string | null
    /** The amount that is paid out. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
  }
}

/** A payout was paid by the bank. */
export type PayoutDoneEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payout.done'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The refund that it carries out; null for credit. */
    readonly refund_id: string | null
    /** The amount that is paid out. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The day on which the bank paid it. */
    readonly paid_on: string
  }
}

/** The bank did not carry out a payout. It is still to be paid. */
export type PayoutFailedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payout.failed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The refund that it carries out; null for credit. */
    readonly refund_id: string | null
    /** The amount that is paid out. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Whether it is tried again with the same account. */
    readonly keeps_account: boolean
  }
}

/** The bank sent a payout back. It is still to be paid. */
export type PayoutReturnedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payout.returned'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The refund that it carries out; null for credit. */
    readonly refund_id: string | null
    /** The amount that is paid out. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Whether it is tried again with the same account. */
    readonly keeps_account: boolean
  }
}

/** A payout was cancelled: the amount is credit again. */
export type PayoutCancelledEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'payout.cancelled'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the event belongs to. */
    readonly policy_id: string
    /** The refund that it carries out; null for credit. */
    readonly refund_id: string | null
    /** The amount that is paid out. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
  }
}

/** A customer has saved a sale to continue it later. */
export type LeadCreatedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'lead.created'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The item to be insured. */
    readonly item_id: string
  }
}

/** A saved sale was not continued in time and is deleted. */
export type LeadExpiredEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'lead.expired'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: Record<string, never>
}

/** A customer has declared a withdrawal. */
export type WithdrawalReceivedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'withdrawal.received'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The product on whose page it was declared. */
    readonly product_id: string
  }
}

/** A declared withdrawal has led to the end of a policy. */
export type WithdrawalSettledEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'withdrawal.settled'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The product on whose page it was declared. */
    readonly product_id: string
    /** The policy. */
    readonly policy_id: string
  }
}

/** The insurer has refused a declared withdrawal. */
export type WithdrawalRefusedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'withdrawal.refused'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The product on whose page it was declared. */
    readonly product_id: string
  }
}

/** A mail was composed. It is not changed any more. */
export type MailComposedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mail.composed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the mail is about; null for the receipt of a declared withdrawal. */
    readonly policy_id: string | null
    /** The event that sends the mail. */
    readonly event_id: string
    /** Its type. */
    readonly event_type: string
    /** SHA-256 of the whole message, with its headers and attachments. */
    readonly content_hash: string
    /** The size of the message. */
    readonly bytes: number
    /** Whether it is kept and never sent: there is no mail server, or in test mode. */
    readonly is_kept: boolean
  }
}

/** A mail server has accepted a mail. That is no proof of its delivery. */
export type MailSentEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mail.sent'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the mail is about; null for the receipt of a declared withdrawal. */
    readonly policy_id: string | null
    /** The event that sends the mail. */
    readonly event_id: string
    /** Its type. */
    readonly event_type: string
    /** SHA-256 of the whole message. */
    readonly content_hash: string
  }
}

/** A report says that a mail is in the mailbox of its recipient. */
export type MailDeliveredEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mail.delivered'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the mail is about; null for the receipt of a declared withdrawal. */
    readonly policy_id: string | null
    /** The event that sends the mail. */
    readonly event_id: string
    /** Its type. */
    readonly event_type: string
    /** SHA-256 of the whole message. */
    readonly content_hash: string
    /** The status code of the report (RFC 3463), such as `2.1.5`. */
    readonly status: string
    /** SHA-256 of the report, as it came. */
    readonly report_hash: string
  }
}

/** A report says that a mail came back. */
export type MailBouncedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mail.bounced'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the mail is about; null for the receipt of a declared withdrawal. */
    readonly policy_id: string | null
    /** The event that sends the mail. */
    readonly event_id: string
    /** Its type. */
    readonly event_type: string
    /** SHA-256 of the whole message. */
    readonly content_hash: string
    /** The status code of the report (RFC 3463), such as `5.1.1`. */
    readonly status: string
    /** SHA-256 of the report, as it came. */
    readonly report_hash: string
  }
}

/** A mail could not be composed or sent: a person has to see to it. */
export type MailParkedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mail.parked'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the mail is about; null for the receipt of a declared withdrawal. */
    readonly policy_id: string | null
    /** The event that sends the mail. */
    readonly event_id: string
    /** Its type. */
    readonly event_type: string
    /** Why, without personal data. */
    readonly reason: string
  }
}

/** A letter has to be sent by post. */
export type LetterDueEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'letter.due'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the letter is about. */
    readonly policy_id: string
    /** The letter of dunning that it is. */
    readonly subject_id: string
  }
}

/** A letter was posted. */
export type LetterSentEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'letter.sent'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the letter is about. */
    readonly policy_id: string
    /** The letter of dunning that it is. */
    readonly subject_id: string
    /** The day on which it was posted. */
    readonly sent_on: string
  }
}

/** A letter is known to have arrived. */
export type LetterDeliveredEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'letter.delivered'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the letter is about. */
    readonly policy_id: string
    /** The letter of dunning that it is. */
    readonly subject_id: string
    /** The day on which it arrived. */
    readonly delivered_on: string
  }
}

/** A letter came back. */
export type LetterReturnedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'letter.returned'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy that the letter is about. */
    readonly policy_id: string
    /** The letter of dunning that it is. */
    readonly subject_id: string
    /** The day on which it came back. */
    readonly returned_on: string
  }
}

/** A document is ready. */
export type DocumentRenderedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'document.rendered'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy version of the document; left out for an invoice. */
    readonly version_id?: string
    /** The invoice; left out for other documents. */
    readonly invoice_id?: string
    /** The occasion of the document. */
    readonly occasion:
      | 'offer'
      | 'policy'
      | 'endorsement'
      | 'cancellation'
      | 'withdrawal'
      | 'reinstatement'
      | 'adjustment'
      | 'deferral'
      | 'invoice'
      | 'credit_note'
      | 'renewal_notice'
      | 'reminder'
      | 'notice'
      | 'suspension'
      | 'lapse'
      | 'revival'
    /** The designation of the document in the product. */
    readonly designation: string
    /** The language of the document. */
    readonly language: string
    /** SHA-256 of the content, which never changes. */
    readonly content_hash: string
    /** The size of the file. */
    readonly bytes: number
  }
}

/** A document could not be rendered. */
export type DocumentFailedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'document.failed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The policy version of the document; left out for an invoice. */
    readonly version_id?: string
    /** The invoice; left out for other documents. */
    readonly invoice_id?: string
    /** The occasion of the document. */
    readonly occasion:
      | 'offer'
      | 'policy'
      | 'endorsement'
      | 'cancellation'
      | 'withdrawal'
      | 'reinstatement'
      | 'adjustment'
      | 'deferral'
      | 'invoice'
      | 'credit_note'
      | 'renewal_notice'
      | 'reminder'
      | 'notice'
      | 'suspension'
      | 'lapse'
      | 'revival'
    /** The designation of the document in the product. */
    readonly designation: string
    /** The language of the document. */
    readonly language: string
    /** Where and why it failed. */
    readonly reason: string
  }
}

/** A customer has received a document before the contract: opened it by its link, or was sent it. */
export type HandoverRecordedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'handover.recorded'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The designation of the document in the product. */
    readonly designation: string
    /** SHA-256 of the document. */
    readonly content_hash: string
    /** The version of the offer that the document belongs to. */
    readonly version_id: string
    /** What the document is. */
    readonly kind: 'ipid' | 'terms' | 'information' | 'withdrawal_instruction'
    /** The language of the document. */
    readonly language: string
    /** How it was handed over. */
    readonly by: 'download' | 'mail'
    /** The mail that carried it; null where it was opened by its link. */
    readonly mail_id: string | null
  }
}

/** The mail that carried a document came back. */
export type HandoverVoidedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'handover.voided'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The designation of the document in the product. */
    readonly designation: string
    /** SHA-256 of the document. */
    readonly content_hash: string
    /** The mail. */
    readonly mail_id: string
  }
}

/** A version of a product was pushed. It is a draft, which can be sold in test mode. */
export type ProductPushedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'product.pushed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the product. */
    readonly product_version_id: string
  }
}

/** A version of a product was published. It is on sale. */
export type ProductPublishedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'product.published'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the product. */
    readonly product_version_id: string
  }
}

/** A quote failed because its price is above the largest amount. Reported once an hour for each product. */
export type ProductPriceOutOfRangeEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'product.price_out_of_range'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The version of the product. */
    readonly product_version_id: string
    /** The item that was quoted. */
    readonly item_id: string
    /** The revision of its pricing logic. */
    readonly pricing_logic_revision_id: string
    /** The output of the pricing that is too large, for example `output gross_premium`. */
    readonly place: string
    /** The price in whole minor units, as a text of digits. */
    readonly price: string
  }
}

/** Every delivery to a webhook has failed for a day. */
export type WebhookFailingEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'webhook.failing'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The time since which every delivery has failed; null if the last one succeeded. */
    readonly failing_since: string | null
  }
}

/** A webhook was disabled and receives no more events. */
export type WebhookDisabledEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'webhook.disabled'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The time since which every delivery has failed; null if the last one succeeded. */
    readonly failing_since: string | null
    /** Why it was disabled. */
    readonly because: 'request' | 'gone' | 'failing'
  }
}

/** A test message for a webhook. */
export type WebhookTestEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'webhook.test'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: Record<string, never>
}

/** An act waits for a second person. */
export type ApprovalRequestedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'approval.requested'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** What the act is, for example `write_offs`. */
    readonly act: string
    /** The call that was requested, by its operationId. */
    readonly call: string
    /** What the act is about. */
    readonly subject_id: string
  }
}

/** A second person has approved an act. It is done. */
export type ApprovalApprovedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'approval.approved'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** What the act is, for example `write_offs`. */
    readonly act: string
    /** The call that was requested, by its operationId. */
    readonly call: string
    /** What the act is about. */
    readonly subject_id: string
  }
}

/** A second person has declined an act. */
export type ApprovalDeclinedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'approval.declined'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** What the act is, for example `write_offs`. */
    readonly act: string
    /** The call that was requested, by its operationId. */
    readonly call: string
    /** What the act is about. */
    readonly subject_id: string
  }
}

/** The request for an act was withdrawn. */
export type ApprovalWithdrawnEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'approval.withdrawn'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** What the act is, for example `write_offs`. */
    readonly act: string
    /** The call that was requested, by its operationId. */
    readonly call: string
    /** What the act is about. */
    readonly subject_id: string
  }
}

/** Nobody has decided about an act in time. */
export type ApprovalExpiredEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'approval.expired'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** What the act is, for example `write_offs`. */
    readonly act: string
    /** The call that was requested, by its operationId. */
    readonly call: string
    /** What the act is about. */
    readonly subject_id: string
  }
}

/** A person found two customers to be one. */
export type CustomerJoinedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'customer.joined'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The customer that stands for both. */
    readonly customer_id: string
    /** The other customer. */
    readonly other_customer_id: string
  }
}

/** Two customers that were joined are two again. */
export type CustomerSplitEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'customer.split'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The customer that stands for both. */
    readonly customer_id: string
    /** The other customer. */
    readonly other_customer_id: string
  }
}

/** A month was closed and summed. Nothing is posted into it any more. */
export type MonthClosedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'month.closed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The month, for example `2028-10`. */
    readonly month: string
    /** How many postings were posted in it. */
    readonly postings: number
    /** SHA-256 of its postings, chained to that of the month before. */
    readonly digest: string
  }
}

/** Commission was agreed with a distributor. */
export type CommissionAgreedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'commission.agreed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The distributor. */
    readonly distributor_id: string
    /** The agreement holds for policies sold from this day on. */
    readonly first_day: string
  }
}

/** The commission statement of a distributor and month was made. */
export type CommissionStatementMadeEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'commission.statement_made'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The distributor. */
    readonly distributor_id: string
    /** The month, for example `2028-10`. */
    readonly month: string
    /** What the distributor is owed; below zero what is carried forward. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
  }
}

/** A commission statement was paid out or set off. */
export type CommissionStatementDoneEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'commission.statement_done'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The distributor. */
    readonly distributor_id: string
    /** The month, for example `2028-10`. */
    readonly month: string
    /** What the distributor is owed; below zero what is carried forward. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
  }
}

/** A mass endorsement was started. */
export type MassEndorsementStartedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mass_endorsement.started'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The product whose policies are changed. */
    readonly product_id: string
    /** The kind of change, for example `tax_rate`. */
    readonly kind: string
  }
}

/** A mass endorsement was stopped. */
export type MassEndorsementStoppedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mass_endorsement.stopped'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The product whose policies are changed. */
    readonly product_id: string
    /** The kind of change, for example `tax_rate`. */
    readonly kind: string
  }
}

/** A mass endorsement goes on. */
export type MassEndorsementResumedEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mass_endorsement.resumed'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The product whose policies are changed. */
    readonly product_id: string
    /** The kind of change, for example `tax_rate`. */
    readonly kind: string
  }
}

/** A mass endorsement has looked at all policies. */
export type MassEndorsementDoneEvent = WebhookMessage & {
  /** The event type. */
  readonly type: 'mass_endorsement.done'
  /** The version of the schema of `data`. */
  readonly data_version: 1
  /** Details of the event, without personal data. */
  readonly data: {
    /** The product whose policies are changed. */
    readonly product_id: string
    /** The kind of change, for example `tax_rate`. */
    readonly kind: string
    /** How many policies were changed. */
    readonly applied: number
    /** How many policies need no change. */
    readonly skipped: number
    /** How many policies could not be changed. */
    readonly failed: number
  }
}

/** All events that are sent to webhooks, by their `type`. Later releases add types. */
export type WebhookEvent =
  | OfferCreatedEvent
  | OfferExpiredEvent
  | PolicyIssuedEvent
  | PolicyEndorsementRequestedEvent
  | PolicyEndorsedEvent
  | PolicyEndorsementFailedEvent
  | PolicyEndorsementProposedEvent
  | PolicyAdjustmentRequestedEvent
  | PolicyAdjustedEvent
  | PolicyAdjustmentFailedEvent
  | PolicyTaxChangedEvent
  | PolicyCancellationRequestedEvent
  | PolicyCancelledEvent
  | PolicyCancellationFailedEvent
  | PolicyEndMoveRequestedEvent
  | PolicyEndMovedEvent
  | PolicyEndMoveFailedEvent
  | PolicyEndMoveProposedEvent
  | PolicyWithdrawalRequestedEvent
  | PolicyWithdrawnEvent
  | PolicyWithdrawalFailedEvent
  | PolicyReinstatementRequestedEvent
  | PolicyReinstatedEvent
  | PolicyReinstatementFailedEvent
  | PolicyReinstatementProposedEvent
  | PolicyProposalPreemptedEvent
  | PolicyProposalLapsedEvent
  | PolicyPolicyholderChangedEvent
  | PolicyPartyAddedEvent
  | PolicyPartyEndedEvent
  | PolicyDeliveryRecordedEvent
  | PolicyFirstPremiumOverdueEvent
  | PolicyExpiredEvent
  | PolicyRenewedEvent
  | PolicySuspendedEvent
  | PolicyResumedEvent
  | PolicyRevivedEvent
  | RenewalOfferedEvent
  | RenewalPriceHeldEvent
  | RenewalAcceptedEvent
  | RenewalDeclinedEvent
  | RenewalBlockedEvent
  | RenewalKnockedOutEvent
  | RenewalVoidedEvent
  | RenewalEndorsementRecordedEvent
  | RenewalEndorsementRevokedEvent
  | RenewalEndorsementAppliedEvent
  | RenewalEndorsementVoidedEvent
  | DunningOpenedEvent
  | DunningRemindedEvent
  | DunningNoticeSentEvent
  | DunningNoticeProvedEvent
  | DunningProofVoidedEvent
  | DunningNoticeVoidedEvent
  | DunningSuspendedEvent
  | DunningLapsedEvent
  | DunningRevivedEvent
  | DunningTerminationDueEvent
  | DunningLegalActionRecordedEvent
  | DunningCuredEvent
  | DunningEndedEvent
  | DunningHeldEvent
  | DunningReleasedEvent
  | InvoiceIssuedEvent
  | InvoiceSettledEvent
  | InvoiceReopenedEvent
  | InvoiceDebitAnnouncedEvent
  | InvoiceDeferredEvent
  | InvoiceWrittenOffEvent
  | PaymentPendingEvent
  | PaymentOkEvent
  | PaymentFailedEvent
  | PaymentActionRequiredEvent
  | PaymentLateEvent
  | PaymentInDoubtEvent
  | PaymentResolvedEvent
  | PaymentChargedBackEvent
  | DisputeOpenedEvent
  | DisputeUpdatedEvent
  | DisputeWonEvent
  | DisputeLostEvent
  | DisputeClosedEvent
  | PaymentProviderRefusedEvent
  | ReceiptRecordedEvent
  | ReceiptUnmatchedEvent
  | ReceiptDismissedEvent
  | MandateGivenEvent
  | MandateReplacedEvent
  | MandateRevokedEvent
  | MandateDeclinedEvent
  | RefundCreatedEvent
  | RefundOkEvent
  | RefundFailedEvent
  | RefundInDoubtEvent
  | RefundRetriedEvent
  | PayoutCreatedEvent
  | PayoutDoneEvent
  | PayoutFailedEvent
  | PayoutReturnedEvent
  | PayoutCancelledEvent
  | LeadCreatedEvent
  | LeadExpiredEvent
  | WithdrawalReceivedEvent
  | WithdrawalSettledEvent
  | WithdrawalRefusedEvent
  | MailComposedEvent
  | MailSentEvent
  | MailDeliveredEvent
  | MailBouncedEvent
  | MailParkedEvent
  | LetterDueEvent
  | LetterSentEvent
  | LetterDeliveredEvent
  | LetterReturnedEvent
  | DocumentRenderedEvent
  | DocumentFailedEvent
  | HandoverRecordedEvent
  | HandoverVoidedEvent
  | ProductPushedEvent
  | ProductPublishedEvent
  | ProductPriceOutOfRangeEvent
  | WebhookFailingEvent
  | WebhookDisabledEvent
  | WebhookTestEvent
  | ApprovalRequestedEvent
  | ApprovalApprovedEvent
  | ApprovalDeclinedEvent
  | ApprovalWithdrawnEvent
  | ApprovalExpiredEvent
  | CustomerJoinedEvent
  | CustomerSplitEvent
  | MonthClosedEvent
  | CommissionAgreedEvent
  | CommissionStatementMadeEvent
  | CommissionStatementDoneEvent
  | MassEndorsementStartedEvent
  | MassEndorsementStoppedEvent
  | MassEndorsementResumedEvent
  | MassEndorsementDoneEvent

/** The types of events that this release knows. */
export const eventTypes: readonly WebhookEvent['type'][] = [
  'offer.created',
  'offer.expired',
  'policy.issued',
  'policy.endorsement_requested',
  'policy.endorsed',
  'policy.endorsement_failed',
  'policy.endorsement_proposed',
  'policy.adjustment_requested',
  'policy.adjusted',
  'policy.adjustment_failed',
  'policy.tax_changed',
  'policy.cancellation_requested',
  'policy.cancelled',
  'policy.cancellation_failed',
  'policy.end_move_requested',
  'policy.end_moved',
  'policy.end_move_failed',
  'policy.end_move_proposed',
  'policy.withdrawal_requested',
  'policy.withdrawn',
  'policy.withdrawal_failed',
  'policy.reinstatement_requested',
  'policy.reinstated',
  'policy.reinstatement_failed',
  'policy.reinstatement_proposed',
  'policy.proposal_preempted',
  'policy.proposal_lapsed',
  'policy.policyholder_changed',
  'policy.party_added',
  'policy.party_ended',
  'policy.delivery_recorded',
  'policy.first_premium_overdue',
  'policy.expired',
  'policy.renewed',
  'policy.suspended',
  'policy.resumed',
  'policy.revived',
  'renewal.offered',
  'renewal.price_held',
  'renewal.accepted',
  'renewal.declined',
  'renewal.blocked',
  'renewal.knocked_out',
  'renewal.voided',
  'renewal.endorsement_recorded',
  'renewal.endorsement_revoked',
  'renewal.endorsement_applied',
  'renewal.endorsement_voided',
  'dunning.opened',
  'dunning.reminded',
  'dunning.notice_sent',
  'dunning.notice_proved',
  'dunning.proof_voided',
  'dunning.notice_voided',
  'dunning.suspended',
  'dunning.lapsed',
  'dunning.revived',
  'dunning.termination_due',
  'dunning.legal_action_recorded',
  'dunning.cured',
  'dunning.ended',
  'dunning.held',
  'dunning.released',
  'invoice.issued',
  'invoice.settled',
  'invoice.reopened',
  'invoice.debit_announced',
  'invoice.deferred',
  'invoice.written_off',
  'payment.pending',
  'payment.ok',
  'payment.failed',
  'payment.action_required',
  'payment.late',
  'payment.in_doubt',
  'payment.resolved',
  'payment.charged_back',
  'dispute.opened',
  'dispute.updated',
  'dispute.won',
  'dispute.lost',
  'dispute.closed',
  'payment_provider.refused',
  'receipt.recorded',
  'receipt.unmatched',
  'receipt.dismissed',
  'mandate.given',
  'mandate.replaced',
  'mandate.revoked',
  'mandate.declined',
  'refund.created',
  'refund.ok',
  'refund.failed',
  'refund.in_doubt',
  'refund.retried',
  'payout.created',
  'payout.done',
  'payout.failed',
  'payout.returned',
  'payout.cancelled',
  'lead.created',
  'lead.expired',
  'withdrawal.received',
  'withdrawal.settled',
  'withdrawal.refused',
  'mail.composed',
  'mail.sent',
  'mail.delivered',
  'mail.bounced',
  'mail.parked',
  'letter.due',
  'letter.sent',
  'letter.delivered',
  'letter.returned',
  'document.rendered',
  'document.failed',
  'handover.recorded',
  'handover.voided',
  'product.pushed',
  'product.published',
  'product.price_out_of_range',
  'webhook.failing',
  'webhook.disabled',
  'webhook.test',
  'approval.requested',
  'approval.approved',
  'approval.declined',
  'approval.withdrawn',
  'approval.expired',
  'customer.joined',
  'customer.split',
  'month.closed',
  'commission.agreed',
  'commission.statement_made',
  'commission.statement_done',
  'mass_endorsement.started',
  'mass_endorsement.stopped',
  'mass_endorsement.resumed',
  'mass_endorsement.done',
]

/** The codes of the errors that several operations share. */
interface SharedCodes {
  readonly TooManyRequestsAddressRateLimited: 'address_rate_limited'
  readonly UnauthorizedOfShowForm:
    | 'no_key'
    | 'unreadable_key'
    | 'unknown_key'
    | 'keys_of_two_accounts'
  readonly URITooLong: 'address_too_long'
  readonly TooManyRequests: 'rate_limited' | 'too_many_failures'
  readonly ServiceUnavailable: 'unavailable'
  readonly PayloadTooLarge: 'body_too_large'
  readonly UnsupportedMediaType: 'wrong_media_type'
  readonly NotAcceptable: 'wrong_api_version'
  readonly Conflict: 'first_request_in_progress'
  readonly UnprocessableEntityIdempotencyKeyReusedOrAnswerLost:
    | 'idempotency_key_reused'
    | 'answer_lost'
  readonly BadRequestUnreadableAddress: 'unreadable_address'
  readonly ConflictClockAdvancing: 'clock_advancing' | 'first_request_in_progress'
  readonly Unauthorized:
    | 'no_key'
    | 'unreadable_key'
    | 'unknown_key'
    | 'keys_of_two_accounts'
    | 'secret_key_required'
  readonly ForbiddenPageNotAllowedOrPermissionMissing: 'page_not_allowed' | 'permission_missing'
  readonly BadRequestOfVoidPayment:
    | 'invalid_data'
    | 'unreadable_address'
    | 'not_an_object'
    | 'not_json'
  readonly ForbiddenPageNotAllowedOrPermissionMissingOfShowPolicy:
    | 'page_not_allowed'
    | 'permission_missing'
  readonly NotFoundPolicy: 'policy_not_found'
  readonly UnauthorizedEndorsementToken:
    | 'endorsement_token_invalid'
    | 'no_key'
    | 'unreadable_key'
    | 'unknown_key'
    | 'keys_of_two_accounts'
    | 'secret_key_required'
  readonly NotFoundPolicyOfEndorsePolicy: 'policy_not_found'
  readonly ConflictModificationInProgressOrClockAdvancing:
    | 'modification_in_progress'
    | 'clock_advancing'
    | 'first_request_in_progress'
  readonly PreconditionFailedOfEndorsePolicy:
    | 'stale_version'
    | 'unknown_preview_token'
    | 'preview_of_different_transaction'
    | 'preview_of_older_version'
    | 'preview_expired'
    | 'preview_outdated'
  readonly ForbiddenPermissionMissingOfShowAccount: 'permission_missing'
  readonly PreconditionFailedStaleVersion: 'stale_version'
  readonly ConflictClockAdvancingOrModificationInProgress:
    | 'clock_advancing'
    | 'modification_in_progress'
    | 'first_request_in_progress'
  readonly ForbiddenPermissionMissingOfRevokeMandate: 'permission_missing'
  readonly NotFoundPolicyOrCustomer: 'policy_not_found' | 'customer_not_found'
  readonly BadRequestUnreadableAddressOrNotJson: 'unreadable_address' | 'not_json'
  readonly UnauthorizedMandateToken:
    | 'mandate_token_unknown'
    | 'no_key'
    | 'unreadable_key'
    | 'unknown_key'
    | 'keys_of_two_accounts'
    | 'secret_key_required'
  readonly ForbiddenPageNotAllowedOrPermissionMissingOfShowMandateLink:
    | 'page_not_allowed'
    | 'permission_missing'
  readonly ForbiddenPermissionMissingOfShowRenewal: 'permission_missing'
  readonly NotFoundPolicyOrNoRenewalOrRenewalTokenUnknown:
    | 'policy_not_found'
    | 'no_renewal'
    | 'renewal_token_unknown'
  readonly ForbiddenPermissionMissingOfAcceptRenewal: 'permission_missing'
  readonly ConflictClockAdvancingOrModificationInProgressOfDeclineRenewal:
    | 'clock_advancing'
    | 'modification_in_progress'
  readonly ForbiddenEndorsementsByInsurerOrPermissionMissing:
    | 'endorsements_by_insurer'
    | 'permission_missing'
  readonly NotFoundWithdrawalPage: 'withdrawal_page_not_found'
  readonly NotFoundPaymentLink: 'payment_link_not_found'
  readonly BadRequestOfReceivePaymentCallback:
    | 'unreadable_callback'
    | 'unreadable_address'
    | 'not_an_object'
    | 'not_json'
  readonly UnauthorizedUnsigned: 'callback_unsigned'
  readonly NotFoundAssets: 'assets_not_found'
  readonly ForbiddenPermissionMissingOfShowItem: 'permission_missing'
  readonly UnauthorizedTokenMissingOrTokenUnknown:
    | 'access_token_missing'
    | 'access_token_unknown'
    | 'no_key'
    | 'unknown_key'
    | 'keys_of_two_accounts'
  readonly ForbiddenPageNotAllowed: 'page_not_allowed'
  readonly NotFoundDatasetOrProductVersion: 'dataset_not_found' | 'product_version_not_found'
  readonly TooManyRequestsAddressRateLimitedOrTokenRateLimited:
    | 'address_rate_limited'
    | 'token_rate_limited'
    | 'too_many_failures'
  readonly BadRequestOfListDatasetItems:
    | 'invalid_list_parameter'
    | 'list_parameter_missing'
    | 'draft_with_live_key'
    | 'unreadable_address'
  readonly ServiceUnavailableSlowSearch: 'slow_search' | 'unavailable'
  readonly TooManyRequestsSignInSlowedOrAddressRateLimited:
    | 'sign_in_slowed'
    | 'address_rate_limited'
  readonly BadRequestNotJson: 'not_json'
  readonly UnprocessableEntityPasskeysNeedAName: 'passkeys_need_a_name'
  readonly ForbiddenPersonRequired: 'person_required'
  readonly BadRequestUnknownParameter: 'unknown_parameter'
  readonly BadRequestUnknownParameterOrWrongIdempotencyKey:
    | 'unknown_parameter'
    | 'wrong_idempotency_key'
  readonly NotFoundLinkUnknown: 'link_unknown'
  readonly TooManyRequestsPasswordsBusyOrAddressRateLimited:
    | 'passwords_busy'
    | 'address_rate_limited'
  readonly BadRequestInvalidMemberOrNotAnObjectOrNotJson:
    | 'invalid_data'
    | 'not_an_object'
    | 'not_json'
  readonly TooManyRequestsSignInSlowedOrPasswordsBusy:
    | 'sign_in_slowed'
    | 'passwords_busy'
    | 'rate_limited'
    | 'too_many_failures'
  readonly BadRequestUnknownParameterOrUnreadableAddressOfListUsers:
    | 'unknown_parameter'
    | 'unreadable_address'
  readonly ForbiddenPermissionMissingOfListUsers: 'permission_missing'
  readonly NotFoundAccountOfListUsers: 'account_not_found'
  readonly ForbiddenGrantExceedsOwnOrSecondPersonRequiredOrPermissionMissing:
    | 'grant_exceeds_own'
    | 'second_person_required'
    | 'permission_missing'
  readonly NotFoundAccount: 'account_not_found'
  readonly NotFoundUserOrAccount: 'user_not_found' | 'account_not_found'
  readonly BadRequestOfDeactivateUser:
    | 'not_joined'
    | 'unknown_parameter'
    | 'unreadable_address'
    | 'not_json'
    | 'wrong_idempotency_key'
  readonly ForbiddenOfReactivateUser:
    | 'grant_exceeds_own'
    | 'person_of_other_accounts'
    | 'second_person_required'
    | 'permission_missing'
  readonly ForbiddenGrantExceedsOwnOrPermissionMissing: 'grant_exceeds_own' | 'permission_missing'
  readonly BadRequestOfBeginTotp:
    | 'invalid_data'
    | 'current_password_wrong'
    | 'not_an_object'
    | 'not_json'
  readonly BadRequestOfRemoveTotp:
    | 'invalid_data'
    | 'current_password_wrong'
    | 'code_wrong'
    | 'not_an_object'
    | 'not_json'
  readonly UnprocessableEntityTotpNotOn: 'totp_not_on'
  readonly ForbiddenPermissionMissingOfSearchApprovals: 'permission_missing'
  readonly BadRequestUnknownParameterOrUnreadableAddress: 'unknown_parameter' | 'unreadable_address'
  readonly NotFoundApproval: 'approval_not_found'
  readonly UnprocessableEntityApprovalNotPendingOrIdempotencyKeyReusedOrAnswerLost:
    | 'approval_not_pending'
    | 'idempotency_key_reused'
    | 'answer_lost'
  readonly BadRequestOfWithdrawRequest:
    | 'unknown_parameter'
    | 'unreadable_address'
    | 'not_json'
    | 'wrong_idempotency_key'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfCreateDistributor:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenOfCreateKey:
    | 'grant_exceeds_own'
    | 'key_exceeds_own'
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundKey: 'key_not_found'
  readonly ForbiddenPermissionMissingOfListPermissions: 'permission_missing'
  readonly NotFoundRoleOrAccount: 'role_not_found' | 'account_not_found'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfListPaymentProviders:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfDeclarePaymentProvider:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly BadRequestUnknownParameterOrUnreadableAddressOrWrongIdempotencyKey:
    | 'unknown_parameter'
    | 'unreadable_address'
    | 'wrong_idempotency_key'
  readonly BadRequestUnknownParameterOrUnreadableAddressOrNotJson:
    | 'unknown_parameter'
    | 'unreadable_address'
    | 'not_json'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfListProducts:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundProductVersion: 'product_version_not_found'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfExplainQuote:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundPolicyOfExplainPolicy: 'policy_not_found'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfAskForImpact:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfListImpacts:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundImpact: 'impact_not_found'
  readonly ServiceUnavailableBusyOfExportImpact: 'unavailable' | 'exports_busy'
  readonly BadRequestOfListMassEndorsements:
    | 'invalid_parameter'
    | 'unknown_parameter'
    | 'unreadable_address'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfListMassEndorsements:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundMassEndorsementOfShowMassEndorsement: 'mass_endorsement_not_found'
  readonly NotFoundMassEndorsement: 'mass_endorsement_not_found'
  readonly ForbiddenSecondPersonRequiredOrNotAnInsurerOrPermissionMissing:
    | 'second_person_required'
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfCreateClock:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfListClocks:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfListDatasets:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundDataset: 'dataset_not_found'
  readonly ForbiddenPermissionMissing: 'permission_missing'
  readonly NotFoundCommissionStatement: 'commission_statement_not_found'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfMakeCommissionStatement:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfCreateAccessToken:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly BadRequestOfSearchQuotes:
    | 'invalid_parameter'
    | 'invalid_data'
    | 'unknown_parameter'
    | 'unreadable_address'
  readonly BadRequestOfSearchOffers:
    | 'invalid_parameter'
    | 'invalid_data'
    | 'unknown_parameter'
    | 'unreadable_address'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfSearchRenewals:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenPermissionMissingOfSearchDunning: 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfHoldDunning:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundDunningCaseNotFound: 'dunning_case_not_found'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfSearchInvoices:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly BadRequestOfWriteOffInvoice:
    | 'invalid_data'
    | 'unknown_parameter'
    | 'unknown_member'
    | 'unreadable_address'
    | 'not_an_object'
    | 'not_json'
    | 'wrong_idempotency_key'
  readonly NotFoundInvoice: 'invoice_not_found'
  readonly UnprocessableEntityOfWriteOffInvoice:
    | 'invoice_not_open'
    | 'payment_under_way'
    | 'idempotency_key_reused'
    | 'answer_lost'
  readonly ForbiddenSecondPersonRequiredOrNotAnInsurerOrPermissionMissingOfEnterMoney:
    | 'second_person_required'
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfShowManualEntries:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfSearchWithdrawals:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfSearchLetters:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundLetterOfShowLetter: 'letter_not_found'
  readonly ServiceUnavailableLetterBeingMade: 'letter_being_made' | 'unavailable'
  readonly BadRequestOfSendLetter:
    | 'invalid_data'
    | 'unknown_parameter'
    | 'unknown_member'
    | 'unreadable_address'
    | 'not_an_object'
    | 'not_json'
    | 'wrong_idempotency_key'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfSendLetter:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundLetter: 'letter_not_found'
  readonly UnprocessableEntityLetterNotSentOrIdempotencyKeyReusedOrAnswerLost:
    | 'letter_not_sent'
    | 'idempotency_key_reused'
    | 'answer_lost'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfShowMailServer:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundMailServerNotFound: 'mail_server_not_found'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfSetMailServer:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfSuppressAddress:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfSearchPayouts:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenSecondPersonRequiredOrNotAnInsurerOrPermissionMissingOfSetPayoutAccount:
    | 'second_person_required'
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundPayout: 'payout_not_found'
  readonly UnprocessableEntityPayoutNotPossibleOrIdempotencyKeyReusedOrAnswerLost:
    | 'payout_not_possible'
    | 'idempotency_key_reused'
    | 'answer_lost'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfAddParty:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfShowHealth:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfListViews:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundView: 'view_not_found'
  readonly UnprocessableEntityViewOfAnotherOrIdempotencyKeyReusedOrAnswerLost:
    | 'view_of_another'
    | 'idempotency_key_reused'
    | 'answer_lost'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfListColleagues:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfCreateTask:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfWriteNote:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundCustomer: 'customer_not_found'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfJoinCustomers:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundCustomerOfJoinCustomers: 'customer_not_found'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfRecordReceipt:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissing: 'not_an_insurer' | 'permission_missing'
  readonly BadRequestOfShowTrialBalance:
    | 'invalid_data'
    | 'invalid_parameter'
    | 'unknown_parameter'
    | 'unreadable_address'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfSearchDisputes:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundReconciliationItem: 'reconciliation_item_not_found'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfRevealField:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfListAudit:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly ForbiddenPersonalDataMaskedOrPermissionMissing:
    | 'personal_data_masked'
    | 'permission_missing'
  readonly ForbiddenPermissionMissingOfListWebhooks: 'permission_missing'
  readonly NotFoundWebhook: 'webhook_not_found'
  readonly NotFoundWebhookOfChangeWebhook: 'webhook_not_found'
  readonly ForbiddenPermissionMissingOfDeleteWebhook: 'permission_missing'
  readonly BadRequestOfValidateProduct:
    | 'invalid_data'
    | 'not_base64'
    | 'no_file_name'
    | 'file_twice'
    | 'not_multipart'
    | 'unknown_parameter'
    | 'unknown_member'
    | 'not_an_object'
    | 'not_json'
  readonly ForbiddenNotAnInsurerOrPermissionMissingOfValidateProduct:
    | 'not_an_insurer'
    | 'permission_missing'
  readonly NotFoundProduct: 'product_not_found'
  readonly PayloadTooLargeFolderTooLarge: 'folder_too_large' | 'body_too_large'
  readonly ServiceUnavailableBusy: 'unavailable' | 'folders_busy'
  readonly BadRequestOfPushProduct:
    | 'invalid_data'
    | 'not_base64'
    | 'no_file_name'
    | 'file_twice'
    | 'not_multipart'
    | 'unknown_parameter'
    | 'unknown_member'
    | 'not_an_object'
    | 'not_json'
    | 'wrong_idempotency_key'
  readonly NotFoundProductOfPushProduct: 'product_not_found'
  readonly UnprocessableEntityMistakesOrIdempotencyKeyReusedOrAnswerLost:
    | 'folder_has_mistakes'
    | 'idempotency_key_reused'
    | 'answer_lost'
  readonly ServiceUnavailableBusyOfImportDataset: 'unavailable' | 'imports_busy'
}

/** Every operation: what goes in, what comes out on success, by status, and the codes of its errors. */
export interface Operations {
  /**
   * View the form of an integration
   *
   * The data that a front end needs to sell: items, questions with their rules, payment plans and languages. It can be cached for a minute. `If-None-Match` with the `ETag` returns 304 while nothing has changed. Whoever may see policies may see the form, too: it says what their fields are called.
   */
  readonly showForm: {
    readonly method: 'GET'
    readonly path: '/integrations/{integrationId}/form'
    readonly params: {
      /** The integration. */
      readonly integrationId: string
    }
    readonly query: {
      /** `"true"` for the newest published product, `"false"` for the newest draft. Drafts need a test key. */
      readonly live_product?: 'true' | 'false'
      /** `"true"` for the newest published integration, `"false"` for the newest draft. Drafts need a test key. */
      readonly live_integration?: 'true' | 'false'
      /** A specific version of the product; overrides `live_product`. Drafts need a test key. */
      readonly product_version_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Form
    }
    readonly refuses:
      | 'invalid_data'
      | 'draft_with_live_key'
      | 'unreadable_address'
      | SharedCodes['UnauthorizedOfShowForm']
      | 'page_not_allowed'
      | 'permission_missing'
      | 'integration_not_found'
      | 'product_not_published'
      | 'integration_not_published'
      | 'product_version_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Create a quote
   *
   * Prices the customer's answers and returns a token with which to create an offer. A quote can lead to several offers. The product determines how long it is valid: 30 days by default.
   *
   * With `policy_id`, it is a quote for an endorsement of that policy; send a secret key, or a public key with the token of an endorsement link. The answers in `data` are merged into those that apply on `effective_date`. Only answers that the product lists in `quote_patch` can be changed. With another `subscription_plan_id` the payment plan changes, on the first day of a billing period that is not charged yet. The response then has `endorsement`, with its effect.
   *
   * Requires the header `Accept: application/vnd.bindery.v3+json`.
   */
  readonly createQuote: {
    readonly method: 'POST'
    readonly path: '/quotes'
    readonly params: undefined
    readonly query: undefined
    readonly headers: {
      /** A test clock, in test mode only: the sale happens at its time, and the policy follows it. */
      readonly 'test-clock'?: string
      /** The token of an endorsement link for this policy. Send it with a public key. */
      readonly 'endorsement-token'?: string
    }
    readonly body: CreateQuote
    readonly answer: {
      readonly 200: Quote
    }
    readonly refuses:
      | 'invalid_data'
      | 'draft_with_live_key'
      | 'clock_with_live_key'
      | 'cover_moved'
      | 'plan_change_date'
      | 'plan_changes_at_renewal'
      | 'plan_never_changes'
      | 'not_paid'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | 'secret_key_required'
      | 'endorsement_token_invalid'
      | 'no_key'
      | 'unreadable_key'
      | 'unknown_key'
      | 'keys_of_two_accounts'
      | 'endorsements_by_insurer'
      | 'page_not_allowed'
      | 'permission_missing'
      | 'clock_not_found'
      | 'integration_not_found'
      | 'item_not_found'
      | 'subscription_plan_not_found'
      | 'product_version_not_found'
      | 'integration_version_not_found'
      | 'product_not_published'
      | 'integration_not_published'
      | 'policy_not_found'
      | 'wrong_api_version'
      | 'clock_advancing'
      | 'pricing_in_preparation'
      | 'modification_in_progress'
      | 'first_request_in_progress'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | 'knockout'
      | 'policy_cancelled'
      | 'policy_withdrawn'
      | 'policy_expired'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | 'calculation_failed'
      | 'price_out_of_range'
      | 'unavailable'
  }
  /**
   * Save a lead to continue later
   *
   * Stores the data that a customer has entered so far, without validation, for as long as a quote of the product is valid; then the data is deleted. Send the `id` as `sales_lead_id` of the offer.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly createLead: {
    readonly method: 'POST'
    readonly path: '/leads'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateLead
    readonly answer: {
      readonly 200: CreatedLead
    }
    readonly refuses:
      | 'invalid_data'
      | 'lead_too_large'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['UnauthorizedOfShowForm']
      | 'page_not_allowed'
      | 'permission_missing'
      | 'integration_not_found'
      | 'item_not_found'
      | 'product_not_published'
      | 'integration_not_published'
      | SharedCodes['NotAcceptable']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a lead
   *
   * Use a secret key, or a public key with the token of the lead in the header `Lead-Token`.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly showLead: {
    readonly method: 'GET'
    readonly path: '/leads/{leadId}'
    readonly params: {
      /** The lead. */
      readonly leadId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The token of the lead; not needed with a secret key. */
      readonly 'lead-token'?: string
    }
    readonly body: undefined
    readonly answer: {
      readonly 200: Lead
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['UnauthorizedOfShowForm']
      | 'page_not_allowed'
      | 'permission_missing'
      | 'lead_not_found'
      | SharedCodes['NotAcceptable']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Create an offer
   *
   * Creates an unpaid policy from a quote token and the policy data. Pay for it with the `payment_token` before it expires.
   *
   * Requires the header `Accept: application/vnd.bindery.v2+json`.
   */
  readonly createOffer: {
    readonly method: 'POST'
    readonly path: '/policies'
    readonly params: undefined
    readonly query: undefined
    readonly headers: {
      /** A test clock, in test mode only: the sale happens at its time, and the policy follows it. */
      readonly 'test-clock'?: string
    }
    readonly body: CreateOffer
    readonly answer: {
      readonly 200: CreatedOffer
    }
    readonly refuses:
      | 'invalid_data'
      | 'quote_of_other_clock'
      | 'unknown_quote_token'
      | 'quote_token_of_endorsement'
      | 'expired_quote_token'
      | 'overtaken_quote_token'
      | 'unsupported_language'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['UnauthorizedOfShowForm']
      | 'page_not_allowed'
      | 'permission_missing'
      | 'product_version_not_found'
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View an offer
   *
   * The whole offer, also after it has become a policy.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly showOffer: {
    readonly method: 'GET'
    readonly path: '/offers/{offerId}'
    readonly params: {
      /** The offer. */
      readonly offerId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Offer
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['Unauthorized']
      | 'offer_not_found'
      | SharedCodes['NotAcceptable']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Pay for an offer
   *
   * Pays for an offer, which becomes a paid policy; for a `proposed` version, which takes effect; or for an open invoice. Each has its own token. A payment for an invoice is over its open amount; after a charge-back the token of the offer pays its invoice again. With a card payment, later instalments can be collected from the same card.
   *
   * With `status` `ok` the policy is issued. With `pending` the provider decides later; if the customer has to act first, there is a `next_action`. With `failed` the offer can be paid for again.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly createPayment: {
    readonly method: 'POST'
    readonly path: '/payments'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreatePayment
    readonly answer: {
      readonly 200: CreatedPayment
    }
    readonly refuses:
      | 'invalid_data'
      | 'wrong_payment_token'
      | 'payment_method_not_in_plan'
      | 'test_mode_only'
      | 'payment_provider_not_set_up'
      | 'waits_for_underwriter'
      | 'handover_incomplete'
      | 'offer_expired'
      | 'already_paid'
      | 'invoice_closed'
      | 'waits_for_receipt'
      | 'arrears_on_account'
      | 'proposal_over'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | 'key_of_another_account'
      | 'no_key'
      | 'unreadable_key'
      | 'unknown_key'
      | 'keys_of_two_accounts'
      | SharedCodes['ForbiddenPageNotAllowedOrPermissionMissing']
      | 'payment_provider_not_found'
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | 'payment_pending'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a payment
   *
   * A secret key gets the whole payment (`Payment`) with its refunds. A public key with the payment token in the header `Payment-Token` gets the data that a page needs to continue (`PublicPayment`).
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly showPayment: {
    readonly method: 'GET'
    readonly path: '/payments/{paymentId}'
    readonly params: {
      /** The payment. */
      readonly paymentId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The token with which the payment was created; not needed with a secret key. */
      readonly 'payment-token'?: string
    }
    readonly body: undefined
    readonly answer: {
      readonly 200: Payment | PublicPayment
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['Unauthorized']
      | 'page_not_allowed'
      | 'permission_missing'
      | SharedCodes['NotAcceptable']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Void a pending payment
   *
   * For a customer who waits for a bank and chooses another payment method. The provider is asked not to make the charge. With `status` `failed` the offer can be paid for again; with `ok` the charge was already made; with `pending` the provider has not responded. Repeating the call, or voiding a payment that is not pending, changes nothing.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly voidPayment: {
    readonly method: 'POST'
    readonly path: '/payments/{paymentId}/void'
    readonly params: {
      /** The payment. */
      readonly paymentId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: VoidPayment
    readonly answer: {
      readonly 200: CreatedPayment
    }
    readonly refuses:
      | SharedCodes['BadRequestOfVoidPayment']
      | SharedCodes['UnauthorizedOfShowForm']
      | SharedCodes['ForbiddenPageNotAllowedOrPermissionMissing']
      | 'payment_not_found'
      | SharedCodes['NotAcceptable']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View what the withdrawal page of a product shows
   *
   * The insurer, the product and its languages. No key is needed.
   */
  readonly showWithdrawalPage: {
    readonly method: 'GET'
    readonly path: '/withdrawals/{productId}'
    readonly params: {
      /** The product. */
      readonly productId: string
    }
    readonly query: {
      /** `live` (the default) or `test`. */
      readonly mode?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: WithdrawalPage
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'unreadable_address'
      | SharedCodes['NotFoundWithdrawalPage']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequestsAddressRateLimited']
  }
  /**
   * Declare a withdrawal from a contract
   *
   * For customers, without a key. Every declaration is received and gets the same receipt, so that nobody learns from it whether there is such a policy. A background job withdraws from the policy of the insurer with this number, if the e-mail address is that of its policyholder and the law allows it on the day of receipt; all others wait for a person. An address can declare only so many a minute.
   */
  readonly declareWithdrawal: {
    readonly method: 'POST'
    readonly path: '/withdrawals/{productId}'
    readonly params: {
      /** The product. */
      readonly productId: string
    }
    readonly query: {
      /** `live` (the default) or `test`. */
      readonly mode?: string
    }
    readonly headers: undefined
    readonly body: DeclareWithdrawal
    readonly answer: {
      readonly 201: WithdrawalReceipt
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['NotFoundWithdrawalPage']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsAddressRateLimited']
  }
  /**
   * View what a payment link is for
   *
   * For the page `/pay/{policyId}#{token}`, which mails link to (`links.pay`). No key is needed: the header `Payment-Token` has the token of the offer or of an open invoice.
   */
  readonly showPaymentLink: {
    readonly method: 'GET'
    readonly path: '/payment_links/{policyId}'
    readonly params: {
      /** The policy or offer. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The token of the link. */
      readonly 'payment-token'?: string
    }
    readonly body: undefined
    readonly answer: {
      readonly 200: PaymentLink
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['NotFoundPaymentLink']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequestsAddressRateLimited']
  }
  /**
   * Pay by a payment link
   *
   * Begins a payment, as `POST /payments` does, without a key. Where a payment is under way already, or nothing is to be paid, nothing happens: the answer shows what the link is for now, so that a repeated request pays once.
   */
  readonly payByLink: {
    readonly method: 'POST'
    readonly path: '/payment_links/{policyId}/payments'
    readonly params: {
      /** The policy or offer. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: PayByLink
    readonly answer: {
      readonly 200: PaymentLink
    }
    readonly refuses:
      | 'invalid_data'
      | 'payment_method_not_in_plan'
      | 'handover_incomplete'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['NotFoundPaymentLink']
      | 'clock_advancing'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsAddressRateLimited']
  }
  /**
   * Void the pending payment of a payment link
   *
   * For a customer who chooses another way to pay. A payment that is collected by a mandate stays. The answer shows what the link is for now.
   */
  readonly voidByLink: {
    readonly method: 'POST'
    readonly path: '/payment_links/{policyId}/void'
    readonly params: {
      /** The policy or offer. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: VoidPayment
    readonly answer: {
      readonly 200: PaymentLink
    }
    readonly refuses:
      | SharedCodes['BadRequestOfVoidPayment']
      | SharedCodes['NotFoundPaymentLink']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsAddressRateLimited']
  }
  /**
   * View a policy
   *
   * A secret key gets the whole policy (`Policy`) with its version as `ETag`, a public key only the public part (`PublicPolicy`). Unpaid offers can be viewed too.
   *
   * A secret key can also view the policy as of another day, and as it was known at a time in the past, without transactions requested later. Such a view has no `ETag`.
   *
   * `_links` of the whole policy contain the transactions that are possible now: `endorsement` is a `PATCH` of the policy, `cancel`, `move_end` and `reactivate` are a `POST`. `preview` shows the effect of a transaction before you request it.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly showPolicy: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** Shows the data, price and status of this day, such as `2029-03-01`. A day before the first or after the last day of cover shows that day instead. */
      readonly as_of?: string
      /** A time in the past, such as `2029-01-15T12:00:00Z`: transactions requested later are left out. Before the offer was created, there is no policy. */
      readonly known_at?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Policy | PublicPolicy
    }
    readonly refuses:
      | 'invalid_data'
      | 'unreadable_address'
      | 'secret_key_required'
      | 'no_key'
      | 'unreadable_key'
      | 'unknown_key'
      | 'keys_of_two_accounts'
      | SharedCodes['ForbiddenPageNotAllowedOrPermissionMissingOfShowPolicy']
      | SharedCodes['NotFoundPolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Endorse a policy
   *
   * Accepts an endorsement, a change to the data of a paid policy from a given day, and responds at once. Follow the status link to see when it is done. Earlier days keep their data. An insurer can endorse all its policies, a distributor its own sales if the product allows it. A public key with the token of an endorsement link can send only a `quote_token` that was quoted with that token.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly endorsePolicy: {
    readonly method: 'PATCH'
    readonly path: '/policies/{policyId}'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The `version_id` of the policy as you last saw it, with or without quotes, or its `ETag`. The request is refused if the policy has changed since. */
      readonly 'If-Match': string
      /** The token of an endorsement link for this policy. Send it with a public key. */
      readonly 'endorsement-token'?: string
    }
    readonly body: EndorsePolicy
    readonly answer: {
      readonly 202: AcceptedTransaction
    }
    readonly refuses:
      | 'missing_if_match'
      | 'not_paid'
      | 'nothing_to_endorse'
      | 'plan_change_date'
      | 'plan_changes_at_renewal'
      | 'plan_never_changes'
      | 'unknown_quote_token'
      | 'expired_quote_token'
      | 'quote_token_of_sale'
      | 'quote_token_of_other_policy'
      | 'quote_token_of_older_version'
      | 'invalid_data'
      | 'not_a_preview_token'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['UnauthorizedEndorsementToken']
      | 'endorsements_by_insurer'
      | 'page_not_allowed'
      | 'permission_missing'
      | SharedCodes['NotFoundPolicyOfEndorsePolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictModificationInProgressOrClockAdvancing']
      | SharedCodes['PreconditionFailedOfEndorsePolicy']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'policy_cancelled'
      | 'policy_withdrawn'
      | 'policy_expired'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the account statement of a policy
   *
   * Charges, invoices, payments, refunds and write-offs, oldest first, with the balance after each: as of today, or as of another day.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly showAccount: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/account'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** The last day of the statement, such as `2029-03-01`; today by default. */
      readonly on?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: PolicyAccount
    }
    readonly refuses:
      | 'invalid_data'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfShowAccount']
      | SharedCodes['NotFoundPolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Preview a policy transaction
   *
   * Shows the effect of a cancellation, move of the end, withdrawal, endorsement, premium adjustment, reinstatement or renewal before you request it: the days of cover, the exact amounts and the documents. A transaction that would be refused is refused here with the same error. Nothing changes. Send the `preview_token` with the transaction to guarantee these amounts: otherwise it is not carried out.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly previewTransaction: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/previews'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The `version_id` of the policy as you last saw it, with or without quotes, or its `ETag`. The request is refused if the policy has changed since. */
      readonly 'If-Match': string
    }
    readonly body: PreviewTransaction
    readonly answer: {
      readonly 200: TransactionPreview
    }
    readonly refuses:
      | 'one_transaction'
      | 'invalid_data'
      | 'missing_if_match'
      | 'termination_date_invalid'
      | 'termination_before_start'
      | 'termination_after_end'
      | 'too_far_back'
      | 'not_paid'
      | 'cancellation_kind_missing'
      | 'cancellation_kind_unknown'
      | 'cancellation_reason_code_unknown'
      | 'cancellation_date_invalid'
      | 'event_date_missing'
      | 'notice_not_kept'
      | 'no_right_of_withdrawal'
      | 'withdrawal_date_invalid'
      | 'nothing_to_endorse'
      | 'plan_change_date'
      | 'plan_changes_at_renewal'
      | 'plan_never_changes'
      | 'unknown_quote_token'
      | 'expired_quote_token'
      | 'quote_token_of_sale'
      | 'quote_token_of_other_policy'
      | 'quote_token_of_older_version'
      | 'end_stays'
      | 'no_adjustment_agreed'
      | 'no_term_to_adjust'
      | 'nothing_to_adjust'
      | 'renewal_plan_not_possible'
      | 'later_day_unpriced'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | 'cancellation_kind_by_insurer'
      | 'endorsements_by_insurer'
      | 'adjustments_by_insurer'
      | 'permission_missing'
      | 'policy_not_found'
      | 'no_renewal'
      | 'subscription_plan_not_found'
      | SharedCodes['NotAcceptable']
      | 'modification_in_progress'
      | 'clock_advancing'
      | SharedCodes['PreconditionFailedStaleVersion']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'already_cancelled'
      | 'policy_expired'
      | 'cancellation_right_over'
      | 'policy_withdrawn'
      | 'withdrawal_period_over'
      | 'policy_cancelled'
      | 'not_cancelled'
      | 'too_late_to_reinstate'
      | 'no_end_to_move'
      | 'cover_is_over'
      | 'too_late_to_adjust'
      | 'renewal_too_late'
      | 'renewal_declined'
      | 'renewal_not_blocked'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Create an endorsement link
   *
   * Creates a link with which a customer can endorse this policy on a page, for one day. The customer can change the answers that the product lists in `quote_patch`, at the price that results. The link acts for the account that created it. It is not stored: each call creates another link.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly createEndorsementLink: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/endorsement_links'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateEndorsementLink
    readonly answer: {
      readonly 200: EndorsementLink
    }
    readonly refuses:
      | 'invalid_data'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | 'personal_data_masked'
      | 'permission_missing'
      | SharedCodes['NotFoundPolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View what can be endorsed
   *
   * The answers of a policy that can be changed, and the data that applies on the effective date. Use a secret key, or a public key with the token of an endorsement link.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly showEndorsement: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/endorsement'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The token of an endorsement link for this policy. Send it with a public key. */
      readonly 'endorsement-token'?: string
    }
    readonly body: undefined
    readonly answer: {
      readonly 200: OpenedEndorsement
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['UnauthorizedEndorsementToken']
      | 'page_not_allowed'
      | 'permission_missing'
      | SharedCodes['NotFoundPolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Cancel a policy
   *
   * Accepts the cancellation of a paid policy and responds at once. Follow the status link to see when it is done. The cancellation terms of the product determine the refund. A cancellation that names a kind of the product gets the refund and the letter of this kind, and has to keep its notice.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly cancelPolicy: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/cancel'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The `version_id` of the policy as you last saw it, with or without quotes, or its `ETag`. The request is refused if the policy has changed since. */
      readonly 'If-Match': string
    }
    readonly body: CancelPolicy
    readonly answer: {
      readonly 202: AcceptedTransaction
    }
    readonly refuses:
      | 'invalid_data'
      | 'missing_if_match'
      | 'termination_date_invalid'
      | 'termination_before_start'
      | 'termination_after_end'
      | 'too_far_back'
      | 'not_paid'
      | 'cancellation_kind_missing'
      | 'cancellation_kind_unknown'
      | 'cancellation_reason_code_unknown'
      | 'cancellation_date_invalid'
      | 'event_date_missing'
      | 'notice_not_kept'
      | 'not_a_preview_token'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'cancellation_kind_by_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundPolicyOfEndorsePolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictModificationInProgressOrClockAdvancing']
      | SharedCodes['PreconditionFailedOfEndorsePolicy']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'already_cancelled'
      | 'policy_expired'
      | 'cancellation_right_over'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Move the end of a cancelled policy
   *
   * Accepts another last day of cover for a policy that was cancelled for later, and responds at once. It is possible until the last day is over. The end moves to an earlier day under the terms of a cancellation, or to a later day up to the end of the term. If more days have to be paid for first, the move is `proposed`: the status link has the payment token. To take the cancellation back, reinstate the policy.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly moveEnd: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/move-end'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The `version_id` of the policy as you last saw it, with or without quotes, or its `ETag`. The request is refused if the policy has changed since. */
      readonly 'If-Match': string
    }
    readonly body: MoveEnd
    readonly answer: {
      readonly 202: AcceptedTransaction
    }
    readonly refuses:
      | 'invalid_data'
      | 'missing_if_match'
      | 'end_stays'
      | 'termination_date_invalid'
      | 'termination_before_start'
      | 'termination_after_end'
      | 'too_far_back'
      | 'notice_not_kept'
      | 'not_a_preview_token'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'endorsements_by_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundPolicyOfEndorsePolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictClockAdvancingOrModificationInProgress']
      | SharedCodes['PreconditionFailedOfEndorsePolicy']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'no_end_to_move'
      | 'cover_is_over'
      | 'policy_withdrawn'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Adjust the premium of a term that is over
   *
   * Accepts the values that a customer has declared for a term that is over, such as the turnover of the year, and responds at once. They replace the estimates on every day of the term and on no other day. The difference is invoiced, or credited or refunded. The product says with `adjustment` which answers can be declared, and for how long after the term. It is possible for a renewed policy, and after a policy has ended.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly adjustPremium: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/adjust'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The `version_id` of the policy as you last saw it, with or without quotes, or its `ETag`. The request is refused if the policy has changed since. */
      readonly 'If-Match': string
    }
    readonly body: AdjustPremium
    readonly answer: {
      readonly 202: AcceptedTransaction
    }
    readonly refuses:
      | 'invalid_data'
      | 'missing_if_match'
      | 'not_paid'
      | 'no_adjustment_agreed'
      | 'no_term_to_adjust'
      | 'nothing_to_adjust'
      | 'not_a_preview_token'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'adjustments_by_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundPolicyOfEndorsePolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictClockAdvancingOrModificationInProgress']
      | SharedCodes['PreconditionFailedOfEndorsePolicy']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'policy_withdrawn'
      | 'policy_expired'
      | 'too_late_to_adjust'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the right of withdrawal of a policy
   *
   * The period in which the customer can withdraw from the contract, whether it is open today, and the deliveries of documents that it depends on.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly showWithdrawal: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/withdrawal'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Withdrawal
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfShowAccount']
      | SharedCodes['NotFoundPolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Withdraw from a policy
   *
   * Accepts a customer's withdrawal from the contract and responds at once. Follow the status link to see when it is done. If the customer agreed to earlier cover, the days up to the receipt cost their part of the premium; otherwise everything is refunded and the cover is void. The status becomes `cancelled`. A policy that was withdrawn cannot be reinstated.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly withdrawPolicy: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/withdraw'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The `version_id` of the policy as you last saw it, with or without quotes, or its `ETag`. The request is refused if the policy has changed since. */
      readonly 'If-Match': string
    }
    readonly body: WithdrawPolicy
    readonly answer: {
      readonly 202: AcceptedTransaction
    }
    readonly refuses:
      | 'missing_if_match'
      | 'not_paid'
      | 'no_right_of_withdrawal'
      | 'withdrawal_date_invalid'
      | 'invalid_data'
      | 'not_a_preview_token'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'permission_missing'
      | SharedCodes['NotFoundPolicyOfEndorsePolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictClockAdvancingOrModificationInProgress']
      | SharedCodes['PreconditionFailedOfEndorsePolicy']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'policy_expired'
      | 'policy_withdrawn'
      | 'withdrawal_period_over'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Reinstate a cancelled policy
   *
   * Accepts the reinstatement of a cancelled policy, with or without a gap in cover since its last day, and responds at once. If something is to be paid, the reinstatement is `proposed` first: the status link has the payment token. The product determines how long after the last day of cover a reinstatement is possible.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly reinstatePolicy: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/reactivate'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The `version_id` of the policy as you last saw it, with or without quotes, or its `ETag`. The request is refused if the policy has changed since. */
      readonly 'If-Match': string
    }
    readonly body: ReinstatePolicy
    readonly answer: {
      readonly 202: AcceptedTransaction
    }
    readonly refuses:
      | 'missing_if_match'
      | 'invalid_data'
      | 'not_a_preview_token'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'endorsements_by_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundPolicyOfEndorsePolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictClockAdvancingOrModificationInProgress']
      | SharedCodes['PreconditionFailedOfEndorsePolicy']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'not_cancelled'
      | 'policy_withdrawn'
      | 'too_late_to_reinstate'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Record a delivery of documents
   *
   * Records the day on which documents reached the customer. Legal periods such as that of a withdrawal begin with it. Records are never changed: a later record of the same document corrects an earlier one.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly recordDelivery: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/deliveries'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RecordDelivery
    readonly answer: {
      readonly 200: DocumentDelivery
    }
    readonly refuses:
      | 'invalid_data'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'delivery_by_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundPolicyOfEndorsePolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the mandates of a policy
   *
   * All mandates that the customer gave for the instalments of a policy, with what ended them. The name by which the provider knows a mandate is never shown.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly showMandates: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/mandates'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Mandates
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfShowAccount']
      | SharedCodes['NotFoundPolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Revoke a mandate
   *
   * Revokes a mandate for the customer: nothing is collected with it from then on. The customer pays the next instalments with the tokens of their invoices. A collection that was sent to the provider before is not stopped: see `pending_payment_ids`.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly revokeMandate: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/mandates/{mandateId}/revoke'
    readonly params: {
      /** The policy. */
      readonly policyId: string
      /** The mandate. */
      readonly mandateId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RevokeMandate
    readonly answer: {
      readonly 200: Mandate
    }
    readonly refuses:
      | 'invalid_data'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfRevokeMandate']
      | 'policy_not_found'
      | 'mandate_not_found'
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'mandate_ended'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Change the policyholder
   *
   * Another person becomes the policyholder, from today on, as a new customer. To correct a name or an e-mail address, endorse the policy instead. The mandate of the former policyholder ends, as do mandate links, endorsement links, payment links and links to documents. A renewal is offered again. The open amount and any credit go with the policy. Send the form of address and the postal address in `data`: letters use them from the first one on.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly changePolicyholder: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/policyholder'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The `version_id` of the policy as you last saw it, with or without quotes, or its `ETag`. The request is refused if the policy has changed since. */
      readonly 'If-Match': string
    }
    readonly body: ChangePolicyholder
    readonly answer: {
      readonly 200: PolicyholderChanged
    }
    readonly refuses:
      | 'missing_if_match'
      | 'invalid_data'
      | 'not_paid'
      | 'same_policyholder'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'endorsements_by_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundPolicyOrCustomer']
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictModificationInProgressOrClockAdvancing']
      | SharedCodes['PreconditionFailedStaleVersion']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'policy_cancelled'
      | 'policy_withdrawn'
      | 'policy_expired'
      | 'too_many_policies'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Create a mandate link
   *
   * Creates a link with which a customer gives a new mandate for this policy, without paying anything: for a new card, or after a mandate was revoked. It works once, for seven days. Until then the mandate before stays in force. The link is not stored: each call creates another link.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly createMandateLink: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/mandate_links'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: MandateLink
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddressOrNotJson']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfRevokeMandate']
      | SharedCodes['NotFoundPolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'mandate_not_possible'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a mandate link
   *
   * What a page needs to let a customer give a mandate: the methods, and what the customer has done by the link. Send the token of the link, with a public key.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly showMandateLink: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/mandate_link'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The token of a mandate link for this policy. */
      readonly 'mandate-token'?: string
    }
    readonly body: undefined
    readonly answer: {
      readonly 200: OpenedMandateLink
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['UnauthorizedMandateToken']
      | SharedCodes['ForbiddenPageNotAllowedOrPermissionMissingOfShowMandateLink']
      | SharedCodes['NotFoundPolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Give a mandate by a link
   *
   * Has a provider ask the customer for a new mandate, without a payment. With `ok` the mandate is in force, and the one before is replaced. With `pending` the customer may have to act first: see `next_action`; a confirmation counts however late it comes, unless a newer mandate was given. With `failed` nothing has changed. Beginning again gives up what was begun by the same link before.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly setUpMandate: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/mandate_setups'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The token of a mandate link for this policy. */
      readonly 'mandate-token'?: string
    }
    readonly body: SetUpMandate
    readonly answer: {
      readonly 200: MandateSetup
    }
    readonly refuses:
      | 'invalid_data'
      | 'payment_method_not_in_plan'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['UnauthorizedMandateToken']
      | SharedCodes['ForbiddenPageNotAllowedOrPermissionMissingOfShowMandateLink']
      | SharedCodes['NotFoundPolicyOfEndorsePolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'mandate_link_used'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the renewal of a policy
   *
   * The next term of a policy, its price and the state of the renewal. Use a secret key with access to the policy, or the token in the link of the last renewal notice.
   */
  readonly showRenewal: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/renewal'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** The token in the link of the last renewal notice. With it, no key is needed. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Renewal
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfShowRenewal']
      | SharedCodes['NotFoundPolicyOrNoRenewalOrRenewalTokenUnknown']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Accept the renewal of a policy
   *
   * The policy continues with the next term, at the offered price, or with another payment plan at the price of that plan. Possible until the next term begins. Repeating the call changes nothing. Use a secret key with access to the policy, or the token in the link of the last renewal notice.
   */
  readonly acceptRenewal: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/renewal/accept'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** The token in the link of the last renewal notice. With it, no key is needed. */
      readonly token?: string
      /** The token of a preview of this transaction. The amounts are then guaranteed to be those of the preview: otherwise the request is refused with 412, or the transaction fails if they change while it is carried out. */
      readonly preview_token?: string
    }
    readonly headers: undefined
    readonly body: AcceptRenewal | undefined
    readonly answer: {
      readonly 200: Renewal
    }
    readonly refuses:
      | 'not_paid'
      | 'invalid_data'
      | 'renewal_plan_not_possible'
      | 'not_a_preview_token'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfAcceptRenewal']
      | 'policy_not_found'
      | 'no_renewal'
      | 'renewal_token_unknown'
      | 'subscription_plan_not_found'
      | 'clock_advancing'
      | 'modification_in_progress'
      | 'renewal_not_offered'
      | 'unknown_preview_token'
      | 'preview_of_different_transaction'
      | 'preview_of_older_version'
      | 'preview_expired'
      | 'preview_outdated'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'policy_cancelled'
      | 'policy_withdrawn'
      | 'policy_expired'
      | 'renewal_too_late'
      | 'renewal_declined'
      | 'renewal_not_possible'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Decline the renewal of a policy
   *
   * The policy ends with its current term, even if it would renew automatically. Possible until the next term begins. Repeating the call changes nothing. Use a secret key with access to the policy, or the token in the link of the last renewal notice.
   */
  readonly declineRenewal: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/renewal/decline'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** The token in the link of the last renewal notice. With it, no key is needed. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Renewal
    }
    readonly refuses:
      | 'not_paid'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfAcceptRenewal']
      | SharedCodes['NotFoundPolicyOrNoRenewalOrRenewalTokenUnknown']
      | SharedCodes['ConflictClockAdvancingOrModificationInProgressOfDeclineRenewal']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'policy_cancelled'
      | 'policy_withdrawn'
      | 'policy_expired'
      | 'renewal_too_late'
      | 'renewal_accepted'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Retry a renewal
   *
   * Prices a blocked or knocked-out next term again, on the newest published version: after the policy or the product was changed, or with answers and data for the next term only, which may be unknown to the current version of the policy. View the renewal to see the result.
   */
  readonly retryRenewal: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/renewal/retry'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RetryRenewal
    readonly answer: {
      readonly 200: Renewal
    }
    readonly refuses:
      | 'not_paid'
      | 'invalid_data'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfAcceptRenewal']
      | 'policy_not_found'
      | 'no_renewal'
      | SharedCodes['ConflictClockAdvancingOrModificationInProgressOfDeclineRenewal']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'policy_cancelled'
      | 'policy_withdrawn'
      | 'policy_expired'
      | 'renewal_not_blocked'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the endorsements of the next term
   *
   * All endorsements that were recorded for a next term of the policy, with what became of them.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly showNextTermEndorsements: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/renewal/endorsements'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: NextTermEndorsements
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfShowRenewal']
      | SharedCodes['NotFoundPolicy']
      | SharedCodes['NotAcceptable']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Endorse the next term of a policy
   *
   * Records a change that takes effect with the next term, which is not renewed yet. The renewal prices it, with the version of the next term, and the renewal notice names it. If the renewal is offered or accepted already, that is void, and the next term is priced and offered again. Preview the renewal with `endorsement` for an estimate.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly recordNextTermEndorsement: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/renewal/endorsements'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: EndorseNextTerm
    readonly answer: {
      readonly 200: NextTermEndorsement
    }
    readonly refuses:
      | 'not_paid'
      | 'nothing_to_endorse'
      | 'invalid_data'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenEndorsementsByInsurerOrPermissionMissing']
      | 'policy_not_found'
      | 'no_renewal'
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictClockAdvancingOrModificationInProgress']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'policy_cancelled'
      | 'policy_withdrawn'
      | 'policy_expired'
      | 'renewal_declined'
      | 'renewal_too_late'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Revoke an endorsement of the next term
   *
   * Takes back an endorsement of the next term that is pending. If the renewal is offered or accepted already, that is void, and the next term is priced and offered again.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly revokeNextTermEndorsement: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/renewal/endorsements/{endorsementId}/revoke'
    readonly params: {
      /** The policy. */
      readonly policyId: string
      /** The endorsement. */
      readonly endorsementId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: NextTermEndorsement
    }
    readonly refuses:
      | 'unreadable_address'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenEndorsementsByInsurerOrPermissionMissing']
      | 'policy_not_found'
      | 'next_term_endorsement_unknown'
      | SharedCodes['NotAcceptable']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'next_term_endorsement_ended'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View why the price of a policy changed
   *
   * The difference between two prices of a policy, split into shares by cause that add up to it. Both prices are recalculated from their own answers and versions. By default it explains the last change: the offered renewal, otherwise the last transaction that changed the price.
   *
   * The secret key of the insurer gets every cell of the pricing. A distributor, or a customer with the token in the link of the renewal notice, gets the view for customers, which combines the tariff in one share. With the token, the change is always that of the renewal.
   */
  readonly showPriceChange: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/why'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** The version of the policy with the first price. Defaults to the version that `to` is based on. */
      readonly from?: string
      /** The version with the second price, or `renewal` for the next term. Defaults to the active version. */
      readonly to?: string
      /** The view. Use `customer` to pass the explanation on to a customer. */
      readonly view?: 'insurer' | 'customer'
      /** The language of the sentences, such as `de`. Defaults to `Accept-Language`. */
      readonly language?: string
      /** The token in the link of the last renewal notice. With it, no key is needed. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: PriceChange
    }
    readonly refuses:
      | 'invalid_data'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'permission_missing'
      | 'policy_not_found'
      | 'version_not_found'
      | 'renewal_token_unknown'
      | 'no_renewal'
      | 'renewal_not_offered'
      | SharedCodes['URITooLong']
      | 'first_version'
      | 'version_never_held'
      | 'priced_outside'
      | 'price_not_recomputed'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the status of a policy transaction
   *
   * The target of the status link of an accepted transaction. Poll until the status is no longer `processing`.
   *
   * Accepts the header `Accept: application/vnd.bindery.v2+json`; other versions are refused.
   */
  readonly showVersionStatus: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/versions/{versionId}/status'
    readonly params: {
      /** The policy. */
      readonly policyId: string
      /** The version that the transaction creates. */
      readonly versionId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The token of an endorsement link for this policy. Send it with a public key. */
      readonly 'endorsement-token'?: string
    }
    readonly body: undefined
    readonly answer: {
      readonly 200: VersionStatus
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['UnauthorizedEndorsementToken']
      | SharedCodes['ForbiddenPageNotAllowedOrPermissionMissingOfShowPolicy']
      | 'policy_not_found'
      | 'version_not_found'
      | SharedCodes['NotAcceptable']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a dataset
   *
   * The name of the dataset and the languages of its items.
   */
  readonly showDataset: {
    readonly method: 'GET'
    readonly path: '/datasets/{datasetId}'
    readonly params: {
      /** The dataset. */
      readonly datasetId: string
    }
    readonly query: {
      /** Shows the datasets of this product version; drafts need a test key. Needs a key that may sell the product. Datasets outside of the product folder are shown as they are live. */
      readonly product_version_id?: string
      /** A public key, with `product_version_id`. */
      readonly key?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Dataset
    }
    readonly refuses:
      | 'draft_with_live_key'
      | 'unreadable_address'
      | SharedCodes['UnauthorizedTokenMissingOrTokenUnknown']
      | SharedCodes['ForbiddenPageNotAllowed']
      | SharedCodes['NotFoundDatasetOrProductVersion']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequestsAddressRateLimitedOrTokenRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List the items of a dataset
   *
   * Searches, sorts and pages the items, for dropdowns with search. The header `Link` has the next and the previous page. Walking all pages shows every item once.
   */
  readonly listDatasetItems: {
    readonly method: 'GET'
    readonly path: '/datasets/{datasetId}/dataset_items'
    readonly params: {
      /** The dataset. */
      readonly datasetId: string
    }
    readonly query: {
      /** A language of the dataset. Values that are missing in it are shown in another language. */
      readonly language: string
      /** A JSON array of the fields to return. */
      readonly fields: string
      /** Items per page. */
      readonly limit?: number
      /** The id of the item after which the page begins. */
      readonly starting_after?: string
      /** The id of the item before which the page ends. */
      readonly ending_before?: string
      /** A JSON array of terms `{field, search, operator}`; an item has to match all of them. Without an operator the text has to equal `search`, where `%` matches anything; case and accents are ignored. Operators: `>`, `>=`, `<`, `<=`, and `IN`, which takes an array as `search`. Numbers are compared as numbers and sort before other text; empty values never match. */
      readonly query?: string
      /** A JSON array of `{field, dir}`, where `dir` is `asc` or `desc`. Text is sorted by the alphabet of the language. By default items have the order of their import. */
      readonly sort?: string
      /** Shows the datasets of this product version; drafts need a test key. Needs a key that may sell the product. Datasets outside of the product folder are shown as they are live. */
      readonly product_version_id?: string
      /** A public key, with `product_version_id`. */
      readonly key?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly DatasetEntry[]
    }
    readonly refuses:
      | SharedCodes['BadRequestOfListDatasetItems']
      | SharedCodes['UnauthorizedTokenMissingOrTokenUnknown']
      | SharedCodes['ForbiddenPageNotAllowed']
      | SharedCodes['NotFoundDatasetOrProductVersion']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequestsAddressRateLimitedOrTokenRateLimited']
      | SharedCodes['ServiceUnavailableSlowSearch']
  }
  /**
   * List the distinct values of a dataset
   *
   * Each combination of values of the requested fields once, with the first item that has it: for example the makes of all vehicles, then the models of one make. Sorted by these fields, with pages like the list of items.
   */
  readonly listDistinctValues: {
    readonly method: 'GET'
    readonly path: '/datasets/{datasetId}/items_distinct_values'
    readonly params: {
      /** The dataset. */
      readonly datasetId: string
    }
    readonly query: {
      /** A language of the dataset. Values that are missing in it are shown in another language. */
      readonly language: string
      /** A JSON array of the fields to return. */
      readonly fields: string
      /** Items per page. */
      readonly limit?: number
      /** The id of the item after which the page begins. */
      readonly starting_after?: string
      /** The id of the item before which the page ends. */
      readonly ending_before?: string
      /** A JSON array of terms `{field, search, operator}`; an item has to match all of them. Without an operator the text has to equal `search`, where `%` matches anything; case and accents are ignored. Operators: `>`, `>=`, `<`, `<=`, and `IN`, which takes an array as `search`. Numbers are compared as numbers and sort before other text; empty values never match. */
      readonly query?: string
      /** A JSON array of `{field, dir}`, where `dir` is `asc` or `desc`. Text is sorted by the alphabet of the language. By default items have the order of their import. */
      readonly sort?: string
      /** Shows the datasets of this product version; drafts need a test key. Needs a key that may sell the product. Datasets outside of the product folder are shown as they are live. */
      readonly product_version_id?: string
      /** A public key, with `product_version_id`. */
      readonly key?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly DatasetEntry[]
    }
    readonly refuses:
      | SharedCodes['BadRequestOfListDatasetItems']
      | SharedCodes['UnauthorizedTokenMissingOrTokenUnknown']
      | SharedCodes['ForbiddenPageNotAllowed']
      | SharedCodes['NotFoundDatasetOrProductVersion']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequestsAddressRateLimitedOrTokenRateLimited']
      | SharedCodes['ServiceUnavailableSlowSearch']
  }
  /**
   * View a dataset item
   *
   * All public fields of an item, in one language.
   */
  readonly showDatasetItem: {
    readonly method: 'GET'
    readonly path: '/dataset_items/{itemId}'
    readonly params: {
      /** The dataset item. */
      readonly itemId: string
    }
    readonly query: {
      /** A language of the dataset. Values that are missing in it are shown in another language. */
      readonly language: string
      /** Shows the datasets of this product version; drafts need a test key. Needs a key that may sell the product. Datasets outside of the product folder are shown as they are live. */
      readonly product_version_id?: string
      /** A public key, with `product_version_id`. */
      readonly key?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: DatasetItem
    }
    readonly refuses:
      | 'list_parameter_missing'
      | 'invalid_list_parameter'
      | 'draft_with_live_key'
      | 'unreadable_address'
      | SharedCodes['UnauthorizedTokenMissingOrTokenUnknown']
      | SharedCodes['ForbiddenPageNotAllowed']
      | 'dataset_item_not_found'
      | 'product_version_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequestsAddressRateLimitedOrTokenRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List the documents of an offer
   *
   * For customers: the token in the link gives access, no key is needed. A browser, or `Accept: application/pdf`, gets the main document; other clients get the list.
   */
  readonly showOfferAssets: {
    readonly method: 'GET'
    readonly path: '/policies/offers/{id}/assets'
    readonly params: {
      /** The offer or policy. */
      readonly id: string
    }
    readonly query: {
      /** The token in the asset link of the offer. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Assets
      readonly 202: Error
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | 'assets_not_found'
      | 'no_documents_of_offer'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequestsAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a document of an offer
   *
   * For customers: the token in the link gives access, no key is needed. The address is `href` in the list. A document never changes once it is created; until then the response is 202.
   */
  readonly showOfferDocument: {
    readonly method: 'GET'
    readonly path: '/policies/offers/{id}/assets/{versionId}/{file}'
    readonly params: {
      /** The offer or policy. */
      readonly id: string
      /** The version of the policy, or the invoice. */
      readonly versionId: string
      /** The designation of the document, with the file extension. */
      readonly file: string
    }
    readonly query: {
      /** The token in the asset link of the offer. */
      readonly token?: string
      /** `true` in the links of a handover: the customer has received the document then. */
      readonly handover?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
      readonly 202: Error
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['NotFoundAssets']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequestsAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List the documents of a policy
   *
   * For customers: the token in the link gives access, no key is needed. A browser, or `Accept: application/pdf`, gets the main document; other clients get the list.
   */
  readonly showPolicyAssets: {
    readonly method: 'GET'
    readonly path: '/policies/policies/{id}/assets'
    readonly params: {
      /** The offer or policy. */
      readonly id: string
    }
    readonly query: {
      /** The token in the asset link of the offer. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Assets
      readonly 202: Error
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | 'assets_not_found'
      | 'no_documents_of_policy'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequestsAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a document of a policy
   *
   * For customers: the token in the link gives access, no key is needed. The address is `href` in the list. A document never changes once it is created; until then the response is 202.
   */
  readonly showPolicyDocument: {
    readonly method: 'GET'
    readonly path: '/policies/policies/{id}/assets/{versionId}/{file}'
    readonly params: {
      /** The offer or policy. */
      readonly id: string
      /** The version of the policy, or the invoice. */
      readonly versionId: string
      /** The designation of the document, with the file extension. */
      readonly file: string
    }
    readonly query: {
      /** The token in the asset link of the offer. */
      readonly token?: string
      /** `true` in the links of a handover: the customer has received the document then. */
      readonly handover?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
      readonly 202: Error
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['NotFoundAssets']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequestsAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View which documents of an offer are handed over
   *
   * For customers: the token in the link gives access, no key is needed. The documents that consumers receive before they are bound: a customer has received a document once it was opened by its `href`, or a mail has carried it.
   */
  readonly showHandoverOfOffer: {
    readonly method: 'GET'
    readonly path: '/policies/offers/{id}/handover'
    readonly params: {
      /** The offer or policy. */
      readonly id: string
    }
    readonly query: {
      /** The token in the asset link of the offer. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: HandoverOfOffer
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['NotFoundAssets']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequestsAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a distributor
   *
   * The target of the link `distributor` of an offer or policy.
   */
  readonly showDistributor: {
    readonly method: 'GET'
    readonly path: '/distributors/{id}'
    readonly params: {
      /** The distributor. */
      readonly id: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: SmallRecord
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['Unauthorized']
      | 'permission_missing'
      | 'distributor_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View an item
   *
   * The target of the link `item` of an offer or policy.
   */
  readonly showItem: {
    readonly method: 'GET'
    readonly path: '/items/{id}'
    readonly params: {
      /** The item. */
      readonly id: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: SmallRecord
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfShowItem']
      | 'item_record_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a touchpoint
   *
   * The target of the link `touchpoint` of an offer or policy.
   */
  readonly showTouchpoint: {
    readonly method: 'GET'
    readonly path: '/touchpoints/{id}'
    readonly params: {
      /** The touchpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: SmallRecord
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfShowItem']
      | 'touchpoint_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View single sign-on
   *
   * The identity provider of your account, without its client secret.
   */
  readonly showSingleSignOn: {
    readonly method: 'GET'
    readonly path: '/manage/single_sign_on'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: SingleSignOn
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | 'permission_missing'
      | 'single_sign_on_not_found'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Set up single sign-on
   *
   * Sets up the OpenID Connect provider of your account, or replaces its settings. Allow the `redirect_uri` of the response at the provider. Only those who have every permission can do this: the provider decides who signs in. With another issuer, all sessions that began at the old one end.
   */
  readonly setUpSingleSignOn: {
    readonly method: 'PUT'
    readonly path: '/manage/single_sign_on'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: SetUpSingleSignOn
    readonly answer: {
      readonly 200: SingleSignOn
    }
    readonly refuses:
      | 'invalid_data'
      | 'issuer_not_allowed'
      | 'client_secret_required'
      | 'unknown_role'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | 'grant_exceeds_own'
      | 'second_person_required'
      | 'permission_missing'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Remove single sign-on
   *
   * Sessions that began at the provider end at once. People stay members of the account, and sign in otherwise. The response shows the removed settings.
   */
  readonly removeSingleSignOn: {
    readonly method: 'DELETE'
    readonly path: '/manage/single_sign_on'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: SingleSignOn
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrWrongIdempotencyKey']
      | SharedCodes['Unauthorized']
      | 'second_person_required'
      | 'permission_missing'
      | 'single_sign_on_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List people
   *
   * The people of an account by name, then those who are invited.
   */
  readonly listUsers: {
    readonly method: 'GET'
    readonly path: '/manage/users'
    readonly params: undefined
    readonly query: {
      /** The account of the person: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly User[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddressOfListUsers']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfListUsers']
      | SharedCodes['NotFoundAccountOfListUsers']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Invite a person
   *
   * The response contains a link, which is shown only once: pass it on to the person. It works for 7 days, and once. The person belongs to the account after accepting. Inviting the same address again replaces the link. Nobody gives away more than they have themselves.
   */
  readonly inviteUser: {
    readonly method: 'POST'
    readonly path: '/manage/users'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: InviteUser
    readonly answer: {
      readonly 200: NewUser
    }
    readonly refuses:
      | 'invalid_data'
      | 'email_invalid'
      | 'already_member'
      | 'unknown_role'
      | 'too_many_users'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenGrantExceedsOwnOrSecondPersonRequiredOrPermissionMissing']
      | SharedCodes['NotFoundAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a person
   *
   * A person of an account, with sessions and open links.
   */
  readonly showUser: {
    readonly method: 'GET'
    readonly path: '/manage/users/{userId}'
    readonly params: {
      /** The person. */
      readonly userId: string
    }
    readonly query: {
      /** The account of the person: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: UserDetails
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddressOfListUsers']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfListUsers']
      | 'user_not_found'
      | 'account_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Change the roles of a person
   *
   * The roles apply from the next request of the person on, on every server.
   */
  readonly changeUserRoles: {
    readonly method: 'PATCH'
    readonly path: '/manage/users/{userId}'
    readonly params: {
      /** The person. */
      readonly userId: string
    }
    readonly query: {
      /** The account of the person: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: ChangeUserRoles
    readonly answer: {
      readonly 200: User
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_role'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'grant_exceeds_own'
      | 'last_administrator'
      | 'second_person_required'
      | 'permission_missing'
      | SharedCodes['NotFoundUserOrAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Remove a person from an account
   *
   * The person does not belong to the account any more. Personal tokens for it stop working at once. An invitation that is not accepted yet is withdrawn.
   */
  readonly removeUser: {
    readonly method: 'POST'
    readonly path: '/manage/users/{userId}/remove'
    readonly params: {
      /** The person. */
      readonly userId: string
    }
    readonly query: {
      /** The account of the person: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: User
    }
    readonly refuses:
      | 'unknown_parameter'
      | 'unreadable_address'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'grant_exceeds_own'
      | 'last_administrator'
      | 'permission_missing'
      | SharedCodes['NotFoundUserOrAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Deactivate a person
   *
   * The person cannot sign in any more. Sessions and personal tokens end at once, on every server. Possible for people who belong to no account but those that you manage; remove others from your account instead.
   */
  readonly deactivateUser: {
    readonly method: 'POST'
    readonly path: '/manage/users/{userId}/deactivate'
    readonly params: {
      /** The person. */
      readonly userId: string
    }
    readonly query: {
      /** The account of the person: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: User
    }
    readonly refuses:
      | SharedCodes['BadRequestOfDeactivateUser']
      | SharedCodes['Unauthorized']
      | 'grant_exceeds_own'
      | 'person_of_other_accounts'
      | 'last_administrator'
      | 'permission_missing'
      | SharedCodes['NotFoundUserOrAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Reactivate a person
   *
   * The person can sign in again. Personal tokens stay revoked.
   */
  readonly reactivateUser: {
    readonly method: 'POST'
    readonly path: '/manage/users/{userId}/reactivate'
    readonly params: {
      /** The person. */
      readonly userId: string
    }
    readonly query: {
      /** The account of the person: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: User
    }
    readonly refuses:
      | SharedCodes['BadRequestOfDeactivateUser']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenOfReactivateUser']
      | SharedCodes['NotFoundUserOrAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Create a link to set a new password
   *
   * The link is shown only once: pass it on to the person. It works for an hour, and once. Possible for people who belong to no account but those that you manage, and who have no permission that you lack.
   */
  readonly createResetLink: {
    readonly method: 'POST'
    readonly path: '/manage/users/{userId}/reset_link'
    readonly params: {
      /** The person. */
      readonly userId: string
    }
    readonly query: {
      /** The account of the person: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: UserLink
    }
    readonly refuses:
      | SharedCodes['BadRequestOfDeactivateUser']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenOfReactivateUser']
      | SharedCodes['NotFoundUserOrAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Create a link that confirms a new e-mail address
   *
   * For a person who has asked for another e-mail address. Pass one link on to the old address and one to the new: the address changes once both have confirmed it. Creating a link again replaces it.
   */
  readonly createEmailLink: {
    readonly method: 'POST'
    readonly path: '/manage/users/{userId}/email_link'
    readonly params: {
      /** The person. */
      readonly userId: string
    }
    readonly query: {
      /** The account of the person: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: CreateEmailLink
    readonly answer: {
      readonly 200: UserLink
    }
    readonly refuses:
      | 'invalid_data'
      | 'not_joined'
      | 'no_email_change'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenGrantExceedsOwnOrSecondPersonRequiredOrPermissionMissing']
      | SharedCodes['NotFoundUserOrAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Remove a lost authenticator app of a person
   *
   * The recovery codes end with it, and so do the sessions of the person, on every server. The password alone signs the person in from now on, until they set up another app. Check first who is asking. Possible for people who belong to no account but those that you manage, and who have no permission that you lack; never for yourself.
   */
  readonly removeSecondFactor: {
    readonly method: 'DELETE'
    readonly path: '/manage/users/{userId}/second_factor'
    readonly params: {
      /** The person. */
      readonly userId: string
    }
    readonly query: {
      /** The account of the person: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: User
    }
    readonly refuses:
      | 'not_joined'
      | 'second_factor_not_on'
      | 'unknown_parameter'
      | 'unreadable_address'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'grant_exceeds_own'
      | 'person_of_other_accounts'
      | 'own_second_factor'
      | 'second_person_required'
      | 'permission_missing'
      | SharedCodes['NotFoundUserOrAccount']
      | SharedCodes['Conflict']
      | SharedCodes['URITooLong']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * End a session of a person
   *
   * The browser is signed out, on every server at once.
   */
  readonly endUserSession: {
    readonly method: 'POST'
    readonly path: '/manage/users/{userId}/sessions/{sessionId}/end'
    readonly params: {
      /** The person. */
      readonly userId: string
      /** The session. */
      readonly sessionId: string
    }
    readonly query: {
      /** The account of the person: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: User
    }
    readonly refuses:
      | SharedCodes['BadRequestOfDeactivateUser']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenGrantExceedsOwnOrPermissionMissing']
      | 'user_not_found'
      | 'account_not_found'
      | 'user_session_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * End all sessions of a person
   *
   * Ends every session that opens the account, on every server at once.
   */
  readonly endUserSessions: {
    readonly method: 'POST'
    readonly path: '/manage/users/{userId}/end_sessions'
    readonly params: {
      /** The person. */
      readonly userId: string
    }
    readonly query: {
      /** The account of the person: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: User
    }
    readonly refuses:
      | SharedCodes['BadRequestOfDeactivateUser']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenGrantExceedsOwnOrPermissionMissing']
      | SharedCodes['NotFoundUserOrAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View how people have to sign in
   *
   * The rules of your account.
   */
  readonly showSignInRules: {
    readonly method: 'GET'
    readonly path: '/manage/sign_in_rules'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: SignInRulesShown
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfListUsers']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Change how people have to sign in
   *
   * Holds at once, for sessions that have begun as well: one with a password alone then opens only the calls that set up a second factor.
   */
  readonly changeSignInRules: {
    readonly method: 'PATCH'
    readonly path: '/manage/sign_in_rules'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: SignInRules
    readonly answer: {
      readonly 200: SignInRules
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | 'permission_missing'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search requests for approval
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchApprovals: {
    readonly method: 'GET'
    readonly path: '/manage/approvals'
    readonly params: undefined
    readonly query: {
      /** One of pending, approved, declined, withdrawn, expired. */
      readonly status?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Approval[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfSearchApprovals']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Request an act that needs a second person
   *
   * Sends the call to somebody else for approval. It is checked completely before: what would be refused anyway is refused now. It is made when another person approves it, with the permissions that you have by then. A request can be decided for seven days.
   */
  readonly requestApproval: {
    readonly method: 'POST'
    readonly path: '/manage/approvals'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: RequestApproval
    readonly answer: {
      readonly 200: Approval
    }
    readonly refuses:
      | 'invalid_data'
      | 'call_not_approvable'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'approval_needs_person'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | 'act_refused'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a request for approval
   *
   * With the call that would be made, and what you may do with the request.
   */
  readonly showApproval: {
    readonly method: 'GET'
    readonly path: '/manage/approvals/{approvalId}'
    readonly params: {
      /** The request for approval. */
      readonly approvalId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ApprovalDetails
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfSearchApprovals']
      | 'approval_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Approve a request, and carry it out
   *
   * Makes the call for the person who requested it. You need the permission of the call yourself, and nobody approves their own request. If the call is refused by now, the request stays pending and the message says why.
   */
  readonly approveRequest: {
    readonly method: 'POST'
    readonly path: '/manage/approvals/{approvalId}/approve'
    readonly params: {
      /** The request for approval. */
      readonly approvalId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: ApproveRequest
    readonly answer: {
      readonly 200: Approved
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'approval_needs_person'
      | 'own_request'
      | 'permission_missing'
      | SharedCodes['NotFoundApproval']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'approval_not_pending'
      | 'approval_outdated'
      | 'requester_gone'
      | 'act_refused'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Decline a request
   *
   * The call is not made. It can be requested again.
   */
  readonly declineRequest: {
    readonly method: 'POST'
    readonly path: '/manage/approvals/{approvalId}/decline'
    readonly params: {
      /** The request for approval. */
      readonly approvalId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: DeclineRequest
    readonly answer: {
      readonly 200: Approval
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'approval_needs_person'
      | 'permission_missing'
      | SharedCodes['NotFoundApproval']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityApprovalNotPendingOrIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Withdraw a request of your own
   *
   * The call is not made.
   */
  readonly withdrawRequest: {
    readonly method: 'POST'
    readonly path: '/manage/approvals/{approvalId}/withdraw'
    readonly params: {
      /** The request for approval. */
      readonly approvalId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Approval
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWithdrawRequest']
      | SharedCodes['Unauthorized']
      | 'request_of_other'
      | 'approval_needs_person'
      | SharedCodes['NotFoundApproval']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityApprovalNotPendingOrIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View which acts need a second person
   *
   * All acts that can need one, with the rules of your account.
   */
  readonly showApprovalRules: {
    readonly method: 'GET'
    readonly path: '/manage/approval_rules'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ApprovalRules
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfSearchApprovals']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Change which acts need a second person
   *
   * Replaces the rules of your account, from the next request on. While there is a rule, this call needs a second person too. Requests that wait are not affected.
   */
  readonly changeApprovalRules: {
    readonly method: 'PATCH'
    readonly path: '/manage/approval_rules'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ChangeApprovalRules
    readonly answer: {
      readonly 200: ApprovalRules
    }
    readonly refuses:
      | 'invalid_data'
      | 'rule_twice'
      | 'act_without_amount'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'too_few_approvers'
      | 'second_person_required'
      | 'permission_missing'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List accounts
   *
   * The insurer itself and the distributors that it created.
   */
  readonly listAccounts: {
    readonly method: 'GET'
    readonly path: '/manage/accounts'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Account[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Create a distributor
   *
   * Creates an account for a distributor who will sell your products. It needs keys before it can sell.
   */
  readonly createDistributor: {
    readonly method: 'POST'
    readonly path: '/manage/distributors'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateDistributor
    readonly answer: {
      readonly 200: Account
    }
    readonly refuses:
      | 'invalid_data'
      | 'account_key_taken'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfCreateDistributor']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Set where mails to a distributor go
   *
   * Mails that a product sends to `distributor` go to this address of the distributor of the policy. For a distributor that you created; without an address it gets none.
   */
  readonly setMailAddress: {
    readonly method: 'PUT'
    readonly path: '/manage/distributors/{distributorId}/mail_address'
    readonly params: {
      /** The distributor. */
      readonly distributorId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: SetMailAddress
    readonly answer: {
      readonly 200: Account
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfCreateDistributor']
      | SharedCodes['NotFoundAccountOfListUsers']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List keys
   *
   * The keys of all managed accounts, newest first, without their secrets.
   */
  readonly listKeys: {
    readonly method: 'GET'
    readonly path: '/manage/keys'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Key[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Create a key
   *
   * The response contains the key, which is shown only once. A key with `roles` is a restricted key. Nobody gives a key more permissions than they have themselves.
   */
  readonly createKey: {
    readonly method: 'POST'
    readonly path: '/manage/keys'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateKey
    readonly answer: {
      readonly 200: NewKey
    }
    readonly refuses:
      | 'invalid_data'
      | 'public_key_with_roles'
      | 'unknown_role'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenOfCreateKey']
      | SharedCodes['NotFoundAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Rotate a key
   *
   * Creates a new key of the same kind and roles. The old key keeps working during the overlap.
   */
  readonly rotateKey: {
    readonly method: 'POST'
    readonly path: '/manage/keys/{keyId}/rotate'
    readonly params: {
      /** The key. */
      readonly keyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RotateKey
    readonly answer: {
      readonly 200: NewKey
    }
    readonly refuses:
      | 'invalid_data'
      | 'key_revoked'
      | 'key_rotated'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenOfCreateKey']
      | SharedCodes['NotFoundKey']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Revoke a key
   *
   * The key stops working at once, on every process.
   */
  readonly revokeKey: {
    readonly method: 'POST'
    readonly path: '/manage/keys/{keyId}/revoke'
    readonly params: {
      /** The key. */
      readonly keyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Key
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWithdrawRequest']
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundKey']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List permissions
   *
   * All permissions that roles can grant, and what each can be limited to.
   */
  readonly listPermissions: {
    readonly method: 'GET'
    readonly path: '/manage/permissions'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Permission[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfListPermissions']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List roles
   *
   * The built-in roles, then those that the account has made itself.
   */
  readonly listRoles: {
    readonly method: 'GET'
    readonly path: '/manage/roles'
    readonly params: undefined
    readonly query: {
      /** The account of the roles: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Role[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddressOfListUsers']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfListPermissions']
      | SharedCodes['NotFoundAccountOfListUsers']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Create a role
   *
   * Creates a role of your own. Each grant is a permission, which can be limited to products, to the sales of distributors and to test mode. A permission that is granted more than once covers what any of its grants covers. Nobody gives away more than they have themselves.
   */
  readonly createRole: {
    readonly method: 'POST'
    readonly path: '/manage/roles'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateRole
    readonly answer: {
      readonly 200: Role
    }
    readonly refuses:
      | 'invalid_data'
      | 'role_key_taken'
      | 'unknown_permission'
      | 'limit_not_possible'
      | 'role_product_not_found'
      | 'role_distributor_not_found'
      | 'too_many_roles'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'grant_exceeds_own'
      | 'second_person_required'
      | 'permission_missing'
      | SharedCodes['NotFoundAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Change a role
   *
   * Omitted members stay unchanged; `grants` replaces all grants. The change applies to every key and person that has the role, from the next request on.
   */
  readonly changeRole: {
    readonly method: 'PATCH'
    readonly path: '/manage/roles/{role}'
    readonly params: {
      /** The key of the role. */
      readonly role: string
    }
    readonly query: {
      /** The account of the roles: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: ChangeRole
    readonly answer: {
      readonly 200: Role
    }
    readonly refuses:
      | 'invalid_data'
      | 'role_built_in'
      | 'unknown_permission'
      | 'limit_not_possible'
      | 'role_product_not_found'
      | 'role_distributor_not_found'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'grant_exceeds_own'
      | 'last_administrator'
      | 'second_person_required'
      | 'permission_missing'
      | SharedCodes['NotFoundRoleOrAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Delete a role
   *
   * Refused while a key that works has the role. The response shows the deleted role.
   */
  readonly deleteRole: {
    readonly method: 'DELETE'
    readonly path: '/manage/roles/{role}'
    readonly params: {
      /** The key of the role. */
      readonly role: string
    }
    readonly query: {
      /** The account of the roles: one that you manage. Your own by default. */
      readonly account_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Role
    }
    readonly refuses:
      | 'role_built_in'
      | 'role_in_use'
      | 'unknown_parameter'
      | 'unreadable_address'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'second_person_required'
      | 'permission_missing'
      | SharedCodes['NotFoundRoleOrAccount']
      | SharedCodes['Conflict']
      | SharedCodes['URITooLong']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List payment providers
   *
   * All payment providers that your payment plans can use: those of the platform, then your own.
   */
  readonly listPaymentProviders: {
    readonly method: 'GET'
    readonly path: '/manage/payment_providers'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly PaymentProvider[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListPaymentProviders']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Declare a payment provider
   *
   * Declares a payment provider of your own that collects outside of the platform, such as invoices that you send yourself. Payment plans can use it with its methods, in both modes and on every process at once. It behaves like `invoice`. Declaring it again replaces its methods; a method that a version is or was on sale with has to stay.
   */
  readonly declarePaymentProvider: {
    readonly method: 'POST'
    readonly path: '/manage/payment_providers'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: DeclarePaymentProvider
    readonly answer: {
      readonly 200: PaymentProvider
    }
    readonly refuses:
      | 'invalid_data'
      | 'provider_reserved'
      | 'provider_in_use'
      | 'too_many_providers'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfDeclarePaymentProvider']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Remove a payment provider
   *
   * New versions can no longer use the provider. Refused while a version that is or was on sale uses it, because policies of that version still pay with it. The response shows the removed provider.
   */
  readonly removePaymentProvider: {
    readonly method: 'DELETE'
    readonly path: '/manage/payment_providers/{provider}'
    readonly params: {
      /** The name of the provider. */
      readonly provider: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: PaymentProvider
    }
    readonly refuses:
      | 'provider_in_use'
      | 'unknown_parameter'
      | 'unreadable_address'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfDeclarePaymentProvider']
      | 'own_payment_provider_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['URITooLong']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List your accounts at payment providers
   *
   * Those of the mode of the key. Secrets are shown by their last characters.
   */
  readonly listProviderCredentials: {
    readonly method: 'GET'
    readonly path: '/manage/provider_credentials'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly ProviderCredentials[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListPaymentProviders']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Set your account at a payment provider
   *
   * Stores the credentials of your account at a provider, sealed, for the mode of the key. Repeat it to rotate them. Callbacks that are signed with the secret before are accepted for 72 hours more.
   */
  readonly setProviderCredentials: {
    readonly method: 'PUT'
    readonly path: '/manage/payment_providers/{provider}/credentials'
    readonly params: {
      /** The name of the provider. */
      readonly provider: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: SetCredentials
    readonly answer: {
      readonly 200: ProviderCredentials
    }
    readonly refuses:
      | 'invalid_data'
      | 'credential_invalid'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfDeclarePaymentProvider']
      | 'no_credentials_needed'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Remove your account at a payment provider
   *
   * Nobody can pay by the provider any more, in the mode of the key, and what is pending or refunded there stays in doubt until credentials of the same account are stored.
   */
  readonly removeProviderCredentials: {
    readonly method: 'DELETE'
    readonly path: '/manage/payment_providers/{provider}/credentials'
    readonly params: {
      /** The name of the provider. */
      readonly provider: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ProviderCredentials
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddressOrWrongIdempotencyKey']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfDeclarePaymentProvider']
      | 'no_credentials_needed'
      | 'credentials_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['URITooLong']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Check your account at a payment provider
   *
   * Asks the provider whose credentials these are, and whether money can be taken with them. No money moves.
   */
  readonly checkProviderCredentials: {
    readonly method: 'POST'
    readonly path: '/manage/payment_providers/{provider}/check'
    readonly params: {
      /** The name of the provider. */
      readonly provider: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: CredentialCheck
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddressOrNotJson']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfDeclarePaymentProvider']
      | 'no_credentials_needed'
      | 'credentials_not_found'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List products
   *
   * All products of the insurer with at least one pushed version, published or not.
   */
  readonly listProducts: {
    readonly method: 'GET'
    readonly path: '/manage/products'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Product[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListProducts']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a product
   *
   * A product with its pushed versions, and the ids that quotes need. What-ifs are not listed.
   */
  readonly showProduct: {
    readonly method: 'GET'
    readonly path: '/manage/products/{productId}'
    readonly params: {
      /** The id or key of the product. */
      readonly productId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ProductDetail
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListProducts']
      | 'product_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a product version
   *
   * A version with its items, their pricing revisions, and its integrations. What-ifs can be viewed by their id, too.
   */
  readonly showProductVersion: {
    readonly method: 'GET'
    readonly path: '/manage/product_versions/{versionId}'
    readonly params: {
      /** The version. */
      readonly versionId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ProductVersionDetail
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListProducts']
      | SharedCodes['NotFoundProductVersion']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Download the files of a version
   *
   * The folder exactly as it was pushed, byte for byte.
   */
  readonly pullProduct: {
    readonly method: 'GET'
    readonly path: '/manage/product_versions/{versionId}/files'
    readonly params: {
      /** The version. */
      readonly versionId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ProductFiles
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListProducts']
      | SharedCodes['NotFoundProductVersion']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Compare two versions
   *
   * The differences between this version and another, by business area.
   */
  readonly compareVersions: {
    readonly method: 'GET'
    readonly path: '/manage/product_versions/{versionId}/differences'
    readonly params: {
      /** The version. */
      readonly versionId: string
    }
    readonly query: {
      /** The other, older version. */
      readonly against: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Difference[]
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListProducts']
      | SharedCodes['NotFoundProductVersion']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Publish a version
   *
   * Puts this version on sale, at once on every process. To roll back, publish an earlier version. Existing policies keep their version. A product can require more before a version is put on sale (`publish` in product.yaml): passing test cases, and an impact analysis of exactly this content against the live version that stays within its limits. The stricter settings of the live version and this one apply; a version that was live before can always be published again. `force` publishes regardless, with a reason for the audit log. A what-if cannot be published: push its folder first.
   */
  readonly publishProduct: {
    readonly method: 'POST'
    readonly path: '/manage/product_versions/{versionId}/publish'
    readonly params: {
      /** The version. */
      readonly versionId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: PublishProduct
    readonly answer: {
      readonly 200: Product
    }
    readonly refuses:
      | 'field_needed'
      | 'provider_not_declared'
      | 'publish_held'
      | 'version_is_what_if'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'second_person_required'
      | 'not_an_insurer'
      | 'permission_missing'
      | 'product_version_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Explain the price of a quote
   *
   * Recalculates the price from its pricing revision and answers, however old, and shows each step or cell.
   */
  readonly explainQuote: {
    readonly method: 'GET'
    readonly path: '/manage/quotes/{quoteId}/explanation'
    readonly params: {
      /** The quote. */
      readonly quoteId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ExplainedQuote
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfExplainQuote']
      | 'quote_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Explain the price of a policy
   *
   * Recalculates the price from its pricing revision and answers, however old, and shows each step or cell.
   */
  readonly explainPolicy: {
    readonly method: 'GET'
    readonly path: '/manage/policies/{policyId}/explanation'
    readonly params: {
      /** The policy or offer. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ExplainedQuote
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfExplainQuote']
      | SharedCodes['NotFoundPolicyOfExplainPolicy']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Get a quote as a filled workbook
   *
   * The workbook that priced the quote, with its answers in the input cells. A spreadsheet program shows the same result.
   */
  readonly fillQuoteWorkbook: {
    readonly method: 'GET'
    readonly path: '/manage/quotes/{quoteId}/workbook'
    readonly params: {
      /** The quote. */
      readonly quoteId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | 'personal_data_masked'
      | 'not_an_insurer'
      | 'permission_missing'
      | 'quote_not_found'
      | 'no_workbook'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Check the portfolio
   *
   * Checks every policy in the mode of the key, in background jobs. With the subject `prices` (default), each policy is priced again from its pricing revision and answers. With `money`, all postings are compared: charges with the price of their period, lines with invoices, balances with postings, these with payments and refunds, and the policy with its active version. While a check runs, another one of the same subject is not started: the response is the running check.
   */
  readonly startPortfolioCheck: {
    readonly method: 'POST'
    readonly path: '/manage/portfolio_checks'
    readonly params: undefined
    readonly query: {
      /** The subject of the check; `prices` by default. */
      readonly subject?: 'prices' | 'money'
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 202: PortfolioCheck
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a portfolio check
   *
   * The progress of a portfolio check, and its findings.
   */
  readonly showPortfolioCheck: {
    readonly method: 'GET'
    readonly path: '/manage/portfolio_checks/{checkId}'
    readonly params: {
      /** The check. */
      readonly checkId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: PortfolioCheck
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | 'portfolio_check_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Start an impact analysis
   *
   * Prices the policies in the mode of the key with this version, each on the pricing date of its current premium, and compares the result with that premium. The premium is the sum of all payments of a year or term. The analysis runs in its own process, one at a time; others wait. Policies sold in the meantime are left out, and so are policies on test clocks. Nothing in the portfolio changes.
   */
  readonly askForImpact: {
    readonly method: 'POST'
    readonly path: '/manage/impacts'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: AskForImpact
    readonly answer: {
      readonly 202: Impact
    }
    readonly refuses:
      | 'invalid_data'
      | 'bands_not_rising'
      | 'bands_of_no_number'
      | 'scope_incomplete'
      | 'impact_of_rater'
      | 'impact_field_unknown'
      | 'impact_field_sensitive'
      | 'too_many_impacts'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfAskForImpact']
      | 'product_version_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List impact analyses
   *
   * The impact analyses in the mode of the key, newest first. The header `Link` has the next and previous page.
   */
  readonly listImpacts: {
    readonly method: 'GET'
    readonly path: '/manage/impacts'
    readonly params: undefined
    readonly query: {
      /** Of this product, by its id or key. */
      readonly product_id?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly ImpactSummary[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListImpacts']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View an impact analysis
   *
   * The progress of the analysis, and its result once it is done.
   */
  readonly showImpact: {
    readonly method: 'GET'
    readonly path: '/manage/impacts/{impactId}'
    readonly params: {
      /** The impact analysis. */
      readonly impactId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Impact
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListImpacts']
      | SharedCodes['NotFoundImpact']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Stop an impact analysis
   *
   * Stops an analysis that waits or runs, within a few seconds. One that has ended stays unchanged. You can start it again.
   */
  readonly stopImpact: {
    readonly method: 'POST'
    readonly path: '/manage/impacts/{impactId}/stop'
    readonly params: {
      /** The impact analysis. */
      readonly impactId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Impact
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWithdrawRequest']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfAskForImpact']
      | 'impact_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Export the rows of an impact analysis
   *
   * Every policy with its premium before and after, in minor units, one line each, sorted by id. Available for 30 days. A connection that ends before the last chunk means that the export failed.
   */
  readonly exportImpact: {
    readonly method: 'GET'
    readonly path: '/manage/impacts/{impactId}/rows'
    readonly params: {
      /** The impact analysis. */
      readonly impactId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
    readonly refuses:
      | 'impact_not_done'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'personal_data_masked'
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundImpact']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusyOfExportImpact']
  }
  /**
   * Prepare a mass endorsement
   *
   * Writes down one change of all policies of a product that match, in the mode of the key. Nothing is changed before it is previewed and started. A change of tax by law counts for every billing period that is due from its day on and is not charged yet: net premium and commission stay, tax and gross premium change. Charged periods keep their rate, also when they are refunded. Renewals and later endorsements of these policies have the new rate wherever their product version still has the old one. An indexation raises one answer by a percentage, or to a value, where `indexation` of the product version of the policy allows it, at most once within a year. A cancellation, a hold of dunning, a retry of the renewal and a task do with each policy once what the call for one policy does; they need its permission for all policies besides.
   */
  readonly createMassEndorsement: {
    readonly method: 'POST'
    readonly path: '/manage/mass_endorsements'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateMassEndorsement
    readonly answer: {
      readonly 201: MassEndorsement
    }
    readonly refuses:
      | 'invalid_data'
      | 'tax_rate_same'
      | 'mass_endorsement_change_unclear'
      | 'assignee_unknown'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'act_needs_permission'
      | 'not_an_insurer'
      | 'permission_missing'
      | 'product_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List mass endorsements
   *
   * The mass endorsements in the mode of the key, newest first. The header `Link` has the next and previous page.
   */
  readonly listMassEndorsements: {
    readonly method: 'GET'
    readonly path: '/manage/mass_endorsements'
    readonly params: undefined
    readonly query: {
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly MassEndorsement[]
    }
    readonly refuses:
      | SharedCodes['BadRequestOfListMassEndorsements']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListMassEndorsements']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a mass endorsement
   *
   * Its progress, what its preview found and what it has done.
   */
  readonly showMassEndorsement: {
    readonly method: 'GET'
    readonly path: '/manage/mass_endorsements/{massEndorsementId}'
    readonly params: {
      /** The mass endorsement. */
      readonly massEndorsementId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ShownMassEndorsement
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListMassEndorsements']
      | SharedCodes['NotFoundMassEndorsementOfShowMassEndorsement']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Preview a mass endorsement
   *
   * A job computes for every policy what would be changed, with counts and money, and writes nothing about any policy. Watch it with `showMassEndorsement`.
   */
  readonly previewMassEndorsement: {
    readonly method: 'POST'
    readonly path: '/manage/mass_endorsements/{massEndorsementId}/preview'
    readonly params: {
      /** The mass endorsement. */
      readonly massEndorsementId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 202: MassEndorsement
    }
    readonly refuses:
      | 'mass_endorsement_not_previewable'
      | 'unknown_parameter'
      | 'unreadable_address'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListMassEndorsements']
      | SharedCodes['NotFoundMassEndorsement']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Start a mass endorsement
   *
   * A job changes the policies, each once and in a transaction of its own. A policy that somebody else is changing at that moment is tried again for some minutes. What cannot be changed is a result with its reason.
   */
  readonly startMassEndorsement: {
    readonly method: 'POST'
    readonly path: '/manage/mass_endorsements/{massEndorsementId}/start'
    readonly params: {
      /** The mass endorsement. */
      readonly massEndorsementId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 202: MassEndorsement
    }
    readonly refuses:
      | 'mass_endorsement_not_previewed'
      | 'mass_endorsement_of_product_running'
      | 'unknown_parameter'
      | 'unreadable_address'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenSecondPersonRequiredOrNotAnInsurerOrPermissionMissing']
      | SharedCodes['NotFoundMassEndorsement']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Stop a mass endorsement
   *
   * The policy that is being changed at that moment is the last one. What was changed stays. A preview that is stopped makes it a draft again.
   */
  readonly stopMassEndorsement: {
    readonly method: 'POST'
    readonly path: '/manage/mass_endorsements/{massEndorsementId}/stop'
    readonly params: {
      /** The mass endorsement. */
      readonly massEndorsementId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: MassEndorsement
    }
    readonly refuses:
      | 'mass_endorsement_not_running'
      | 'unknown_parameter'
      | 'unreadable_address'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListMassEndorsements']
      | SharedCodes['NotFoundMassEndorsement']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Resume a mass endorsement
   *
   * Goes on with the policies that were not looked at yet.
   */
  readonly resumeMassEndorsement: {
    readonly method: 'POST'
    readonly path: '/manage/mass_endorsements/{massEndorsementId}/resume'
    readonly params: {
      /** The mass endorsement. */
      readonly massEndorsementId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 202: MassEndorsement
    }
    readonly refuses:
      | 'mass_endorsement_not_stopped'
      | 'mass_endorsement_of_product_running'
      | 'unknown_parameter'
      | 'unreadable_address'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenSecondPersonRequiredOrNotAnInsurerOrPermissionMissing']
      | SharedCodes['NotFoundMassEndorsement']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List the results of a mass endorsement
   *
   * What became of each policy, oldest policy first. The header `Link` has the next page.
   */
  readonly listMassEndorsementResults: {
    readonly method: 'GET'
    readonly path: '/manage/mass_endorsements/{massEndorsementId}/results'
    readonly params: {
      /** The mass endorsement. */
      readonly massEndorsementId: string
    }
    readonly query: {
      /** With this outcome: applied, skipped, failed, waiting. */
      readonly outcome?: string
      /** Results per page, 1 to 1000; 100 by default. */
      readonly limit?: string
      /** The policy after which the page begins. */
      readonly starting_after?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly MassEndorsementResult[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListMassEndorsements']
      | SharedCodes['NotFoundMassEndorsementOfShowMassEndorsement']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Export the results of a mass endorsement
   *
   * What became of each policy as CSV, one line for each, with amounts in minor units. A connection that ends before the last chunk means that the export failed.
   */
  readonly exportMassEndorsementResults: {
    readonly method: 'GET'
    readonly path: '/manage/mass_endorsements/{massEndorsementId}/results/export'
    readonly params: {
      /** The mass endorsement. */
      readonly massEndorsementId: string
    }
    readonly query: {
      /** With this outcome: applied, skipped, failed, waiting. */
      readonly outcome?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListMassEndorsements']
      | SharedCodes['NotFoundMassEndorsementOfShowMassEndorsement']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusyOfExportImpact']
  }
  /**
   * Create a test clock
   *
   * A test clock, for test mode only, shows a fixed time until you advance it. Quotes and offers that name it in the header `Test-Clock` are created at that time, and their policies follow it: nothing expires or falls due before the clock reaches that time.
   */
  readonly createClock: {
    readonly method: 'POST'
    readonly path: '/manage/clocks'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateClock
    readonly answer: {
      readonly 200: Clock
    }
    readonly refuses:
      | 'invalid_data'
      | 'not_a_moment'
      | 'clock_out_of_reach'
      | 'clock_with_live_key'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfCreateClock']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List test clocks
   *
   * The newest hundred. Empty for a live key.
   */
  readonly listClocks: {
    readonly method: 'GET'
    readonly path: '/manage/clocks'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Clock[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListClocks']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a test clock
   *
   * The time of the clock, and its progress while it is advancing.
   */
  readonly showClock: {
    readonly method: 'GET'
    readonly path: '/manage/clocks/{clockId}'
    readonly params: {
      /** The clock. */
      readonly clockId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Clock
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListClocks']
      | 'clock_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Advance a test clock
   *
   * Advances the time for policies on the clock. Everything that falls due for a policy until then is done in order, each task at its own time with all jobs that follow from it. Policies do not wait for each other. Meanwhile the clock is `advancing` and its policies accept no transactions; then it is `ready`, or `failed` with the reason. A clock cannot go back.
   */
  readonly advanceClock: {
    readonly method: 'POST'
    readonly path: '/manage/clocks/{clockId}/advance'
    readonly params: {
      /** The clock. */
      readonly clockId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: AdvanceClock
    readonly answer: {
      readonly 202: Clock
    }
    readonly refuses:
      | 'invalid_data'
      | 'not_a_moment'
      | 'clock_out_of_reach'
      | 'clock_turned_back'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfCreateClock']
      | 'clock_not_found'
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Publish a version on a test clock
   *
   * Policies on the clock renew on this version from now on, as if it were the newest published one. It is visible on this clock only, so that you can test a draft over years before it goes on sale.
   */
  readonly publishOnClock: {
    readonly method: 'POST'
    readonly path: '/manage/clocks/{clockId}/publish'
    readonly params: {
      /** The clock. */
      readonly clockId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: PublishOnClock
    readonly answer: {
      readonly 200: Clock
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfCreateClock']
      | 'product_version_not_found'
      | 'clock_not_found'
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List datasets
   *
   * The datasets of the insurer, newest first. The header `Link` has the next and previous page.
   */
  readonly listDatasets: {
    readonly method: 'GET'
    readonly path: '/manage/datasets'
    readonly params: undefined
    readonly query: {
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly ManagedDataset[]
    }
    readonly refuses:
      | SharedCodes['BadRequestOfListMassEndorsements']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListDatasets']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View one of your datasets
   *
   * A dataset with its fields, including hidden ones, and its number of items.
   */
  readonly showManagedDataset: {
    readonly method: 'GET'
    readonly path: '/manage/datasets/{datasetKey}'
    readonly params: {
      /** The key or the id of the dataset. */
      readonly datasetKey: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ManagedDataset
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListDatasets']
      | SharedCodes['NotFoundDataset']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Export a dataset
   *
   * All items with all fields, in the order of their import. Importing the file again changes nothing. An import in the meantime does not affect the export. A connection that ends before the last chunk means that the export failed.
   */
  readonly exportDataset: {
    readonly method: 'GET'
    readonly path: '/manage/datasets/{datasetKey}/export'
    readonly params: {
      /** The key or the id of the dataset. */
      readonly datasetKey: string
    }
    readonly query: {
      /** `csv` (default) or `jsonl`. */
      readonly format?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListDatasets']
      | SharedCodes['NotFoundDataset']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusyOfExportImpact']
  }
  /**
   * Agree on commission with a distributor
   *
   * Records what was agreed. A policy keeps the agreement of the day on which it was sold, for its whole life. Without an agreement no commission is posted. It holds in both modes.
   */
  readonly agreeOnCommission: {
    readonly method: 'POST'
    readonly path: '/manage/distributors/{distributorId}/commission_agreements'
    readonly params: {
      /** The distributor. */
      readonly distributorId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: AgreeOnCommission
    readonly answer: {
      readonly 200: CommissionAgreement
    }
    readonly refuses:
      | 'invalid_data'
      | 'commission_agreement_not_later'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the commission agreements with a distributor
   *
   * All of them. A distributor sees its own.
   */
  readonly listCommissionAgreements: {
    readonly method: 'GET'
    readonly path: '/manage/distributors/{distributorId}/commission_agreements'
    readonly params: {
      /** The distributor. */
      readonly distributorId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: CommissionAgreements
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissing']
      | SharedCodes['NotFoundAccountOfListUsers']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search commission entries
   *
   * Commission as it is earned and taken back, also before there is a statement: of all distributors for an insurer, of its own sales for a distributor. Newest first. The header `Link` has the next and previous page.
   */
  readonly searchCommissionEntries: {
    readonly method: 'GET'
    readonly path: '/manage/commission_entries'
    readonly params: undefined
    readonly query: {
      /** Of this statement. */
      readonly statement_id?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** Of this distributor. */
      readonly distributor_id?: string
      /** Booked on this day or later. */
      readonly from?: string
      /** Booked on this day or earlier. */
      readonly to?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly CommissionEntry[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissing']
      | SharedCodes['NotFoundCommissionStatement']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search commission statements
   *
   * All statements for an insurer, its own for a distributor. Newest first. The header `Link` has the next and previous page.
   */
  readonly searchCommissionStatements: {
    readonly method: 'GET'
    readonly path: '/manage/commission_statements'
    readonly params: undefined
    readonly query: {
      /** Of this distributor. */
      readonly distributor_id?: string
      /** Of this month, for example `2028-10`. */
      readonly month?: string
      /** One of open, done, carried_forward. */
      readonly state?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly CommissionStatement[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Make a commission statement
   *
   * Makes the statement of a distributor, month and currency. In live mode the month must be over. Some days after each month the statements that nobody asked for are made automatically. A statement never changes: what becomes known later is booked after it.
   */
  readonly makeCommissionStatement: {
    readonly method: 'POST'
    readonly path: '/manage/commission_statements'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: MakeCommissionStatement
    readonly answer: {
      readonly 200: CommissionStatement
    }
    readonly refuses:
      | 'invalid_data'
      | 'statement_month_not_over'
      | 'commission_statement_exists'
      | 'earlier_month_not_stated'
      | 'nothing_to_state'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfMakeCommissionStatement']
      | SharedCodes['NotFoundAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a commission statement
   *
   * Its sums. Its entries are found by `GET /manage/commission_entries`.
   */
  readonly showCommissionStatement: {
    readonly method: 'GET'
    readonly path: '/manage/commission_statements/{statementId}'
    readonly params: {
      /** The statement. */
      readonly statementId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ShownCommissionStatement
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissing']
      | SharedCodes['NotFoundCommissionStatement']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Export the entries of a commission statement
   *
   * Every entry on a line of its own, amounts in minor units, newest first. A connection that ends before the last chunk means that the export failed.
   */
  readonly exportCommissionStatement: {
    readonly method: 'GET'
    readonly path: '/manage/commission_statements/{statementId}/export'
    readonly params: {
      /** The statement. */
      readonly statementId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissing']
      | SharedCodes['NotFoundCommissionStatement']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusyOfExportImpact']
  }
  /**
   * Mark a commission statement as done
   *
   * Says that a statement was paid out, or set off, as was agreed. Its balance is posted: from commission payable to the bank, or to the receivables from collecting agents.
   */
  readonly finishCommissionStatement: {
    readonly method: 'POST'
    readonly path: '/manage/commission_statements/{statementId}/done'
    readonly params: {
      /** The statement. */
      readonly statementId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: FinishCommissionStatement
    readonly answer: {
      readonly 200: CommissionStatement
    }
    readonly refuses:
      | 'invalid_data'
      | 'done_in_future'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfMakeCommissionStatement']
      | 'commission_statement_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'commission_statement_not_open'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List access tokens
   *
   * The access tokens of all managed accounts, newest first, without their secrets.
   */
  readonly listAccessTokens: {
    readonly method: 'GET'
    readonly path: '/manage/access_tokens'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly AccessToken[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Create an access token
   *
   * Creates a token that gives access to the locked datasets of the account in the Data API. The response contains the token, which is shown only once.
   */
  readonly createAccessToken: {
    readonly method: 'POST'
    readonly path: '/manage/access_tokens'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateAccessToken
    readonly answer: {
      readonly 200: NewAccessToken
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfCreateAccessToken']
      | SharedCodes['NotFoundAccount']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Revoke an access token
   *
   * The token stops working at once, on every process.
   */
  readonly revokeAccessToken: {
    readonly method: 'POST'
    readonly path: '/manage/access_tokens/{tokenId}/revoke'
    readonly params: {
      /** The token. */
      readonly tokenId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: AccessToken
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWithdrawRequest']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfCreateAccessToken']
      | 'access_token_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search quotes
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchQuotes: {
    readonly method: 'GET'
    readonly path: '/manage/quotes'
    readonly params: undefined
    readonly query: {
      /** This id exactly. */
      readonly id?: string
      /** Of this product, by its id or key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
      /** Created on this day or later, in UTC, for example 2027-01-31. */
      readonly created_from?: string
      /** Created on this day or earlier, in UTC. */
      readonly created_until?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly QuoteSummary[]
    }
    readonly refuses:
      | SharedCodes['BadRequestOfSearchQuotes']
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search leads
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchLeads: {
    readonly method: 'GET'
    readonly path: '/manage/leads'
    readonly params: undefined
    readonly query: {
      /** This id exactly. */
      readonly id?: string
      /** Of this product, by its id or key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
      /** Created on this day or later, in UTC, for example 2027-01-31. */
      readonly created_from?: string
      /** Created on this day or earlier, in UTC. */
      readonly created_until?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Lead[]
    }
    readonly refuses:
      | SharedCodes['BadRequestOfSearchQuotes']
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search unpaid offers
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchOffers: {
    readonly method: 'GET'
    readonly path: '/manage/offers'
    readonly params: undefined
    readonly query: {
      /** This id exactly. */
      readonly id?: string
      /** Of this product, by its id or key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
      /** Created on this day or later, in UTC, for example 2027-01-31. */
      readonly created_from?: string
      /** Created on this day or earlier, in UTC. */
      readonly created_until?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
      /** This policy number exactly. */
      readonly number?: string
      /** This e-mail address exactly; upper and lower case are the same. */
      readonly email?: string
      /** The beginning of the last name, or the first name and the beginning of the last name. */
      readonly name?: string
      /** One of ready, accepted, paid, cancelled, expired. */
      readonly status?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly PolicySummary[]
    }
    readonly refuses:
      | SharedCodes['BadRequestOfSearchOffers']
      | SharedCodes['Unauthorized']
      | 'personal_data_masked'
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search policies
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchPolicies: {
    readonly method: 'GET'
    readonly path: '/manage/policies'
    readonly params: undefined
    readonly query: {
      /** This id exactly. */
      readonly id?: string
      /** Of this product, by its id or key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
      /** Created on this day or later, in UTC, for example 2027-01-31. */
      readonly created_from?: string
      /** Created on this day or earlier, in UTC. */
      readonly created_until?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
      /** This policy number exactly. */
      readonly number?: string
      /** This e-mail address exactly; upper and lower case are the same. */
      readonly email?: string
      /** The beginning of the last name, or the first name and the beginning of the last name. */
      readonly name?: string
      /** One of ready, accepted, paid, cancelled, expired. */
      readonly status?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly PolicySummary[]
    }
    readonly refuses:
      | SharedCodes['BadRequestOfSearchOffers']
      | SharedCodes['Unauthorized']
      | 'personal_data_masked'
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search renewals
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchRenewals: {
    readonly method: 'GET'
    readonly path: '/manage/renewals'
    readonly params: undefined
    readonly query: {
      /** One of scheduled, offered, accepted, declined, blocked, knocked_out, voided, done; all except scheduled ones by default. */
      readonly state?: string
      /** Terms that end on this day or later. */
      readonly from?: string
      /** Terms that end on this day or earlier. */
      readonly to?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Renewal[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSearchRenewals']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Dry-run renewals
   *
   * The renewals of terms that end on these days, as if they were priced now: `offered`, `blocked` with the failing fields, or `knocked_out`, with the price before and after. Nothing is stored. Newest policy first. The header `Link` has the next page.
   */
  readonly dryRunRenewals: {
    readonly method: 'GET'
    readonly path: '/manage/renewals/dry_run'
    readonly params: undefined
    readonly query: {
      /** Terms that end on this day or later. */
      readonly from?: string
      /** Terms that end on this day or earlier. */
      readonly to?: string
      /** Prices the renewals on this product version, which can be a draft, and only those of its product. Defaults to the newest published version of each product. */
      readonly product_version_id?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Renewal[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSearchRenewals']
      | 'product_version_not_found'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search dunning cases
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchDunning: {
    readonly method: 'GET'
    readonly path: '/manage/dunning'
    readonly params: undefined
    readonly query: {
      /** One of open, cured, lapsed, ended. */
      readonly state?: string
      /** One of overdue, reminded, notice_sent, suspended. */
      readonly step?: string
      /** `true`: only lapses whose notice is not proven any more, and that wait for a decision. */
      readonly lapse_unproven?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** Of this product, by its id. */
      readonly product_id?: string
      /** Overdue since this day or later. */
      readonly from?: string
      /** Overdue since this day or earlier. */
      readonly to?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly ListedDunningCase[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfSearchDunning']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Hold dunning
   *
   * Pauses dunning for one policy or for all policies of a product. Until the end of the last day of the hold, no dunning letter is sent and no policy lapses. Then each case continues where it stopped.
   */
  readonly holdDunning: {
    readonly method: 'POST'
    readonly path: '/manage/dunning/holds'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: HoldDunning
    readonly answer: {
      readonly 200: DunningHold
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfHoldDunning']
      | 'policy_not_found'
      | 'product_not_found'
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List dunning holds
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly listHolds: {
    readonly method: 'GET'
    readonly path: '/manage/dunning/holds'
    readonly params: undefined
    readonly query: {
      /** Of this policy. */
      readonly policy_id?: string
      /** Of this product, by its id. */
      readonly product_id?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly ListedDunningHold[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Record a legal action
   *
   * Records that the overdue premium was claimed at law. A policy whose cover is suspended then does not lapse. Cover still resumes with the payment.
   */
  readonly recordLegalAction: {
    readonly method: 'POST'
    readonly path: '/manage/dunning/{caseId}/legal-action'
    readonly params: {
      /** The case. */
      readonly caseId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RecordLegalAction
    readonly answer: {
      readonly 200: DunningCase
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundDunningCaseNotFound']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'dunning_case_closed'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Decide about a lapse without proof
   *
   * Decides about a policy that lapsed after a notice that is not proven any more. `void`: the policy is in force as if it had never lapsed, its premium is owed, and dunning begins anew with what is overdue. `uphold`: it stays lapsed.
   */
  readonly decideLapse: {
    readonly method: 'POST'
    readonly path: '/manage/dunning/{caseId}/lapse'
    readonly params: {
      /** The case. */
      readonly caseId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: DecideLapse
    readonly answer: {
      readonly 200: DunningCase
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundDunningCaseNotFound']
      | SharedCodes['ConflictModificationInProgressOrClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'lapse_not_in_doubt'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Release a dunning hold
   *
   * Ends a dunning hold before its last day. Waiting steps continue at once.
   */
  readonly releaseHold: {
    readonly method: 'POST'
    readonly path: '/manage/dunning/holds/{holdId}/release'
    readonly params: {
      /** The hold. */
      readonly holdId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: DunningHold
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWithdrawRequest']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfHoldDunning']
      | 'dunning_hold_not_found'
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'dunning_hold_released'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a dunning case
   *
   * The overdue amount, and every letter with its amounts. A distributor sees the cases of its own sales, so that it can help to save the contract.
   */
  readonly showDunningCase: {
    readonly method: 'GET'
    readonly path: '/manage/dunning/{caseId}'
    readonly params: {
      /** The case. */
      readonly caseId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ShownDunningCase
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfSearchDunning']
      | 'dunning_case_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search payments
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchPayments: {
    readonly method: 'GET'
    readonly path: '/manage/payments'
    readonly params: undefined
    readonly query: {
      /** This id exactly. */
      readonly id?: string
      /** Of this product, by its id or key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
      /** Created on this day or later, in UTC, for example 2027-01-31. */
      readonly created_from?: string
      /** Created on this day or earlier, in UTC. */
      readonly created_until?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
      /** This policy number exactly. */
      readonly number?: string
      /** This e-mail address exactly; upper and lower case are the same. */
      readonly email?: string
      /** The beginning of the last name, or the first name and the beginning of the last name. */
      readonly name?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** One of pending, ok, failed. */
      readonly status?: string
      /** `true`: only payments that need manual resolution, for themselves or for one of their refunds. `doubts` says why. */
      readonly in_doubt?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly PaymentSummary[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'personal_data_masked'
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Resolve a payment
   *
   * Sets the outcome of a payment in doubt, as listed by `GET /manage/payments?in_doubt=true`. With `ok` the policy is issued, or the money refunded if the offer can no longer be sold. With `failed` the offer can be paid for again.
   */
  readonly resolvePayment: {
    readonly method: 'POST'
    readonly path: '/manage/payments/{paymentId}/resolve'
    readonly params: {
      /** The payment. */
      readonly paymentId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: ResolvePayment
    readonly answer: {
      readonly 200: PaymentSummary
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | 'payment_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'payment_not_in_doubt'
      | 'payment_charged_back'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Resolve a refund
   *
   * For refunds that failed or are not confirmed, as listed by `GET /manage/payments?in_doubt=true`.
   */
  readonly resolveRefund: {
    readonly method: 'POST'
    readonly path: '/manage/refunds/{refundId}/resolve'
    readonly params: {
      /** The refund. */
      readonly refundId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: ResolveRefund
    readonly answer: {
      readonly 200: Refund
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'second_person_required'
      | 'not_an_insurer'
      | 'permission_missing'
      | 'refund_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'refund_not_in_doubt'
      | 'refund_may_be_made'
      | 'refund_not_owed'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search invoices
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchInvoices: {
    readonly method: 'GET'
    readonly path: '/manage/invoices'
    readonly params: undefined
    readonly query: {
      /** This id exactly. */
      readonly id?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** Of this product, by its id or key. */
      readonly product_id?: string
      /** This number exactly, such as `2027-000123`. */
      readonly number?: string
      /** One of proposed, open, settled, void, written_off. */
      readonly state?: string
      /** One of sale, transaction, instalment, credit_note, fee, manual_fee, correction. */
      readonly kind?: string
      /** Open invoices that are overdue by at least this number of days, counted from today in UTC. `1` finds all overdue invoices. */
      readonly overdue_days?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly ListedInvoice[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSearchInvoices']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View an invoice
   *
   * An invoice with its lines, its open amount and its payments.
   */
  readonly showInvoice: {
    readonly method: 'GET'
    readonly path: '/manage/invoices/{invoiceId}'
    readonly params: {
      /** The invoice. */
      readonly invoiceId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Invoice
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSearchInvoices']
      | 'invoice_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Write off an invoice
   *
   * Writes off the open amount: it is no longer requested. A later payment or reduction is used for the written-off amount before anything is refunded.
   */
  readonly writeOffInvoice: {
    readonly method: 'POST'
    readonly path: '/manage/invoices/{invoiceId}/write_off'
    readonly params: {
      /** The invoice. */
      readonly invoiceId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: WriteOff
    readonly answer: {
      readonly 200: InvoiceSummary
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWriteOffInvoice']
      | SharedCodes['Unauthorized']
      | 'second_person_required'
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundInvoice']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityOfWriteOffInvoice']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Defer an invoice
   *
   * Moves the due date of an open invoice to a later day, up to a year from today. Until then it is not collected and not dunned. The customer gets a letter about it.
   */
  readonly deferInvoice: {
    readonly method: 'POST'
    readonly path: '/manage/invoices/{invoiceId}/defer'
    readonly params: {
      /** The invoice. */
      readonly invoiceId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: DeferInvoice
    readonly answer: {
      readonly 200: InvoiceSummary
    }
    readonly refuses:
      | 'invalid_data'
      | 'due_date_too_early'
      | 'due_date_too_late'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'second_person_required'
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundInvoice']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityOfWriteOffInvoice']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Enter goodwill, a fee or a correction
   *
   * Moves money of a policy by hand, with a document for the customer. What is charged is paid by credit first, and the rest is due on a later day. What is given pays open invoices first; the rest is credit, and is refunded where no later period uses it.
   */
  readonly enterMoney: {
    readonly method: 'POST'
    readonly path: '/manage/policies/{policyId}/manual_entries'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: EnterMoney
    readonly answer: {
      readonly 200: ManualEntry
    }
    readonly refuses:
      | 'invalid_data'
      | 'amount_not_for_kind'
      | 'member_missing_for_kind'
      | 'member_not_for_kind'
      | 'due_date_too_early'
      | 'correction_beyond_charges'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenSecondPersonRequiredOrNotAnInsurerOrPermissionMissingOfEnterMoney']
      | SharedCodes['NotFoundPolicyOfEndorsePolicy']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'nothing_charged'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the manual entries of a policy
   *
   * All goodwill, fees and corrections that people entered, and their reversals.
   */
  readonly showManualEntries: {
    readonly method: 'GET'
    readonly path: '/manage/policies/{policyId}/manual_entries'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ManualEntries
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowManualEntries']
      | SharedCodes['NotFoundPolicy']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Reverse a manual entry
   *
   * Takes an entry back, once and whole, with a document of its own. Goodwill is taken back only while the customer still has it as credit.
   */
  readonly reverseManualEntry: {
    readonly method: 'POST'
    readonly path: '/manage/policies/{policyId}/manual_entries/{entryId}/reverse'
    readonly params: {
      /** The policy. */
      readonly policyId: string
      /** The entry. */
      readonly entryId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: ReverseEntry
    readonly answer: {
      readonly 200: ManualEntry
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWriteOffInvoice']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenSecondPersonRequiredOrNotAnInsurerOrPermissionMissingOfEnterMoney']
      | 'policy_not_found'
      | 'manual_entry_not_found'
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'nothing_charged'
      | 'entry_is_reversal'
      | 'entry_reversed'
      | 'goodwill_used'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search withdrawals that customers have declared
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchWithdrawals: {
    readonly method: 'GET'
    readonly path: '/manage/withdrawals'
    readonly params: undefined
    readonly query: {
      /** One of open, settled, refused. */
      readonly state?: string
      /** Declared on the page of this product, by its id or key. */
      readonly product_id?: string
      /** About this policy. */
      readonly policy_id?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly DeclaredWithdrawal[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSearchWithdrawals']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a withdrawal that a customer has declared
   *
   * What was declared and when, why it waits for a person, and what became of it.
   */
  readonly showDeclaredWithdrawal: {
    readonly method: 'GET'
    readonly path: '/manage/withdrawals/{declarationId}'
    readonly params: {
      /** The withdrawal. */
      readonly declarationId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: DeclaredWithdrawal
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSearchWithdrawals']
      | 'withdrawal_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Settle or refuse a withdrawal that a customer has declared
   *
   * For withdrawals that the platform has left to a person. `settled` names the policy, which was withdrawn from or cancelled before: this call ends none. `refused` needs a reason, such as the end of the period. Nothing is sent to the customer.
   */
  readonly settleWithdrawal: {
    readonly method: 'POST'
    readonly path: '/manage/withdrawals/{declarationId}/settle'
    readonly params: {
      /** The withdrawal. */
      readonly declarationId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: SettleWithdrawal
    readonly answer: {
      readonly 200: DeclaredWithdrawal
    }
    readonly refuses:
      | 'invalid_data'
      | 'member_not_for_outcome'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | 'withdrawal_not_found'
      | 'policy_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'withdrawal_closed'
      | 'policy_goes_on'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search letters for the post
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchLetters: {
    readonly method: 'GET'
    readonly path: '/manage/letters'
    readonly params: undefined
    readonly query: {
      /** One of waiting, sent, delivered, returned, void. Those that wait are the next batch. */
      readonly state?: string
      /** About this policy. */
      readonly policy_id?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Letter[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSearchLetters']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a letter for the post
   *
   * A letter that is sent by post, and what became of it.
   */
  readonly showLetter: {
    readonly method: 'GET'
    readonly path: '/manage/letters/{letterId}'
    readonly params: {
      /** The letter. */
      readonly letterId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Letter
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSearchLetters']
      | SharedCodes['NotFoundLetterOfShowLetter']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Fetch a letter to print it
   *
   * The PDF of the letter, with the address of the customer. It never changes once it is made.
   */
  readonly fetchLetter: {
    readonly method: 'GET'
    readonly path: '/manage/letters/{letterId}/document'
    readonly params: {
      /** The letter. */
      readonly letterId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | 'personal_data_masked'
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundLetterOfShowLetter']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableLetterBeingMade']
  }
  /**
   * Record that a letter was posted
   *
   * A letter that came back may be posted again. For a letter that is on its way, or has arrived, a later record corrects the day. A letter whose PDF is not made yet cannot have been posted.
   */
  readonly sendLetter: {
    readonly method: 'POST'
    readonly path: '/manage/letters/{letterId}/sent'
    readonly params: {
      /** The letter. */
      readonly letterId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: SendLetter
    readonly answer: {
      readonly 200: Letter
    }
    readonly refuses:
      | SharedCodes['BadRequestOfSendLetter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSendLetter']
      | SharedCodes['NotFoundLetter']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableLetterBeingMade']
  }
  /**
   * Record that a letter has arrived
   *
   * The proof that a letter has arrived. The grace of a notice that waits for it begins then. A later record corrects an earlier one.
   */
  readonly deliverLetter: {
    readonly method: 'POST'
    readonly path: '/manage/letters/{letterId}/delivered'
    readonly params: {
      /** The letter. */
      readonly letterId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: DeliverLetter
    readonly answer: {
      readonly 200: Letter
    }
    readonly refuses:
      | SharedCodes['BadRequestOfSendLetter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSendLetter']
      | SharedCodes['NotFoundLetter']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityLetterNotSentOrIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Record that a letter came back
   *
   * That it had arrived, if that was recorded, no longer counts. It may be posted again.
   */
  readonly returnLetter: {
    readonly method: 'POST'
    readonly path: '/manage/letters/{letterId}/returned'
    readonly params: {
      /** The letter. */
      readonly letterId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: ReturnLetter
    readonly answer: {
      readonly 200: Letter
    }
    readonly refuses:
      | SharedCodes['BadRequestOfSendLetter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSendLetter']
      | SharedCodes['NotFoundLetter']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityLetterNotSentOrIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search mails
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchMails: {
    readonly method: 'GET'
    readonly path: '/manage/mails'
    readonly params: undefined
    readonly query: {
      /** One of waiting, ready, sent, kept, parked, void. */
      readonly state?: string
      /** What reports say: delivered or bounced. */
      readonly delivery?: string
      /** About this policy. */
      readonly policy_id?: string
      /** Sent by this event. */
      readonly event_id?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Mail[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowManualEntries']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a mail
   *
   * What it says, its documents, and the exact message as it was sent.
   */
  readonly showMail: {
    readonly method: 'GET'
    readonly path: '/manage/mails/{mailId}'
    readonly params: {
      /** The mail. */
      readonly mailId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: MailDetail
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | 'personal_data_masked'
      | 'not_an_insurer'
      | 'permission_missing'
      | 'mail_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Send a mail again
   *
   * Tries a mail that was given up again, with all its attempts. One that was composed is sent as it is, to the byte.
   */
  readonly resendMail: {
    readonly method: 'POST'
    readonly path: '/manage/mails/{mailId}/resend'
    readonly params: {
      /** The mail. */
      readonly mailId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Mail
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWithdrawRequest']
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | 'mail_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'mail_not_parked'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View your mail server
   *
   * Without its password and the key that signs.
   */
  readonly showMailServer: {
    readonly method: 'GET'
    readonly path: '/manage/mail_server'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: MailServer
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowMailServer']
      | SharedCodes['NotFoundMailServerNotFound']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Set your mail server
   *
   * Your mails in the mode of the key go by this server, in place of the one of the installation. Address, password and key are stored sealed. What was composed before stays as it is, and is sent by the server that is set when it is sent.
   */
  readonly setMailServer: {
    readonly method: 'PUT'
    readonly path: '/manage/mail_server'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: SetMailServer
    readonly answer: {
      readonly 200: MailServer
    }
    readonly refuses:
      | 'invalid_data'
      | 'mail_server_invalid'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSetMailServer']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Remove your mail server
   *
   * Your mails in the mode of the key go by the mail server of the installation again. The response shows what was removed.
   */
  readonly removeMailServer: {
    readonly method: 'DELETE'
    readonly path: '/manage/mail_server'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: MailServer
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrWrongIdempotencyKey']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSetMailServer']
      | 'mail_server_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Check the DNS records of your sender
   *
   * Asks name servers for SPF, DKIM, DMARC and MX records of the domains that your mails in the mode of the key come from, and returns what is missing or wrong. It answers within 15 seconds, whatever name servers do.
   */
  readonly checkSender: {
    readonly method: 'GET'
    readonly path: '/manage/mail_server/dns'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: CheckedSender
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowMailServer']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Test your mail server
   *
   * Sends one mail to the address that you name, at once, and returns what your mail server answered. There is one attempt only.
   */
  readonly testMailServer: {
    readonly method: 'POST'
    readonly path: '/manage/mail_server/test'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: TestMailServer
    readonly answer: {
      readonly 200: TestedMailServer
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSetMailServer']
      | SharedCodes['NotFoundMailServerNotFound']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search suppressed addresses
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchSuppressedAddresses: {
    readonly method: 'GET'
    readonly path: '/manage/suppressed_addresses'
    readonly params: undefined
    readonly query: {
      /** This address, in full. */
      readonly address?: string
      /** One of refused, bounced, person. */
      readonly reason?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly SuppressedAddress[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'personal_data_masked'
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Suppress an address
   *
   * No mail goes to it until it is released. A mail that is to be sent to it is parked, and says so.
   */
  readonly suppressAddress: {
    readonly method: 'POST'
    readonly path: '/manage/suppressed_addresses'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: SuppressAddress
    readonly answer: {
      readonly 201: SuppressedAddress
    }
    readonly refuses:
      | 'invalid_data'
      | 'address_already_suppressed'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSuppressAddress']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Release an address
   *
   * Mails go to it again. Those that were parked meanwhile are sent when you send them again. The response shows the entry that was removed.
   */
  readonly releaseAddress: {
    readonly method: 'DELETE'
    readonly path: '/manage/suppressed_addresses/{suppressionId}'
    readonly params: {
      /** The entry of the list. */
      readonly suppressionId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: SuppressedAddress
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddressOrWrongIdempotencyKey']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSuppressAddress']
      | 'suppressed_address_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['URITooLong']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search payouts
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchPayouts: {
    readonly method: 'GET'
    readonly path: '/manage/payouts'
    readonly params: undefined
    readonly query: {
      /** One of needs_account, pending, exported, done, cancelled. */
      readonly state?: string
      /** Whose last transfer did not arrive: one of failed, returned. */
      readonly problem?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** In this batch for the bank. */
      readonly batch_id?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly ShownPayout[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSearchPayouts']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a payout
   *
   * Its state, where the money goes, and what you may do with it.
   */
  readonly showPayout: {
    readonly method: 'GET'
    readonly path: '/manage/payouts/{payoutId}'
    readonly params: {
      /** The payout. */
      readonly payoutId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ShownPayout
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSearchPayouts']
      | 'payout_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Set the account of a payout
   *
   * Says where the money goes, as long as the bank was not given the payout. Any account but the one that paid can need a second person. A release is void with another account.
   */
  readonly setPayoutAccount: {
    readonly method: 'POST'
    readonly path: '/manage/payouts/{payoutId}/account'
    readonly params: {
      /** The payout. */
      readonly payoutId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: SetPayoutAccount
    readonly answer: {
      readonly 200: Payout
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenSecondPersonRequiredOrNotAnInsurerOrPermissionMissingOfSetPayoutAccount']
      | SharedCodes['NotFoundPayout']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityPayoutNotPossibleOrIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Release a payout
   *
   * Lets an amount go to the bank that your account requires two people for. Without such a rule a payout needs no release.
   */
  readonly releasePayout: {
    readonly method: 'POST'
    readonly path: '/manage/payouts/{payoutId}/release'
    readonly params: {
      /** The payout. */
      readonly payoutId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Payout
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWithdrawRequest']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenSecondPersonRequiredOrNotAnInsurerOrPermissionMissingOfSetPayoutAccount']
      | SharedCodes['NotFoundPayout']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityPayoutNotPossibleOrIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Record what became of a payout
   *
   * A payout is a task until it is `done`. One that failed or was returned is a task again. Cancelled, its amount is credit of the customer; that of a refund counts as failed and needs a decision.
   */
  readonly resolvePayout: {
    readonly method: 'POST'
    readonly path: '/manage/payouts/{payoutId}/resolve'
    readonly params: {
      /** The payout. */
      readonly payoutId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: ResolvePayout
    readonly answer: {
      readonly 200: Payout
    }
    readonly refuses:
      | 'invalid_data'
      | 'member_not_for_outcome'
      | 'paid_in_future'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundPayout']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'payout_not_possible'
      | 'payout_not_released'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Pay out credit of a customer
   *
   * Pays credit out now, also where a later instalment would use it. What payments cover goes back the way it came, newest payment first; the rest becomes a payout by bank.
   */
  readonly payOutCredit: {
    readonly method: 'POST'
    readonly path: '/manage/policies/{policyId}/pay_out'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: PayOutCredit
    readonly answer: {
      readonly 200: PaidOutCredit
    }
    readonly refuses:
      | 'invalid_data'
      | 'credit_too_small'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'second_person_required'
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundPolicyOfEndorsePolicy']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'no_credit'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Give pending payouts to the bank
   *
   * Puts all payouts that are pending and released, as far as they need it, into a batch: each into one only, at most 10,000. Download its file next.
   */
  readonly exportPayouts: {
    readonly method: 'POST'
    readonly path: '/manage/payout_batches'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ExportPayouts
    readonly answer: {
      readonly 200: PayoutBatch
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | 'nothing_to_export'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Download the file of a batch
   *
   * One line for each payout of the batch that is still with the bank, with account numbers and decimal amounts. Each download is in the audit log; all after the first take `again=true`, so that nothing is paid twice by mistake. A connection that ends before the last chunk means that the download failed.
   */
  readonly downloadPayouts: {
    readonly method: 'GET'
    readonly path: '/manage/payout_batches/{batchId}/file'
    readonly params: {
      /** The batch. */
      readonly batchId: string
    }
    readonly query: {
      /** `true` to download the file once more. */
      readonly again?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'personal_data_masked'
      | 'not_an_insurer'
      | 'permission_missing'
      | 'payout_batch_not_found'
      | SharedCodes['URITooLong']
      | 'batch_downloaded_before'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusyOfExportImpact']
  }
  /**
   * View the parties of a policy
   *
   * The policyholder, insured persons, the premium payer and beneficiaries, with former ones.
   */
  readonly showParties: {
    readonly method: 'GET'
    readonly path: '/manage/policies/{policyId}/parties'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Parties
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowManualEntries']
      | SharedCodes['NotFoundPolicy']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Add a party
   *
   * Names an insured person, the premium payer or a beneficiary. The mandate of the policy ends with a new payer, who gives another by a mandate link; invoices stay those of the policyholder.
   */
  readonly addParty: {
    readonly method: 'POST'
    readonly path: '/manage/policies/{policyId}/parties'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: AddParty
    readonly answer: {
      readonly 200: PartySet
    }
    readonly refuses:
      | 'invalid_data'
      | 'party_day_not_possible'
      | 'mandate_not_of_role'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfAddParty']
      | SharedCodes['NotFoundPolicyOfEndorsePolicy']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'policy_not_issued'
      | 'payer_taken'
      | 'too_many_parties'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * End a party
   *
   * Ends the role of a person, who stays in the history of the policy. With a premium payer the mandate ends as well.
   */
  readonly endParty: {
    readonly method: 'POST'
    readonly path: '/manage/policies/{policyId}/parties/{partyId}/end'
    readonly params: {
      /** The policy. */
      readonly policyId: string
      /** The party. */
      readonly partyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: EndParty
    readonly answer: {
      readonly 200: PartySet
    }
    readonly refuses:
      | 'invalid_data'
      | 'party_day_not_possible'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfAddParty']
      | 'policy_not_found'
      | 'party_not_found'
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'party_ended'
      | 'party_is_policyholder'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search everything
   *
   * What a text names: a policy number, an e-mail address or the beginning of either, an invoice number, a last name or its beginning with the first name before it or behind it, or the id of a policy, offer, customer, invoice, payment or quote. It is as fast over a million policies as over ten, and needs the permission `policies.read`; what needs another one is left out, and `not_searched` says so. Names and e-mail addresses are not searched for callers without `personal_data.read`.
   */
  readonly searchEverything: {
    readonly method: 'GET'
    readonly path: '/manage/search'
    readonly params: undefined
    readonly query: {
      /** What was typed: a text of 2 to 300 characters. */
      readonly q?: string
      /** At most so many results, 1 to 50; 10 by default. */
      readonly limit?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: SearchResults
    }
    readonly refuses:
      | 'invalid_data'
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowManualEntries']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View what needs a person
   *
   * Counts what waits for somebody, as far as you may see it: your tasks that are due and tasks of nobody, requests for a second person, money in doubt, disputes to answer, receipts without a match, payouts, money at providers that does not match, declared withdrawals, lapses without proof, blocked renewals, policies that are stuck, failed deliveries and mails.
   */
  readonly showInbox: {
    readonly method: 'GET'
    readonly path: '/manage/inbox'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Inbox
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the health of the platform
   *
   * Whether the database answers, how much work waits, how far mails, webhooks and evidence are behind the events, and when money at providers was read last. It costs the same however large the portfolio is.
   */
  readonly showHealth: {
    readonly method: 'GET'
    readonly path: '/manage/health'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Health
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowHealth']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List policies that are stuck
   *
   * Policies of which something due failed, such as an invoice, a renewal or a dunning step. It is tried again by itself, with growing pauses. Newest policy first. The header `Link` has the next and previous page.
   */
  readonly searchStuckPolicies: {
    readonly method: 'GET'
    readonly path: '/manage/stuck_policies'
    readonly params: undefined
    readonly query: {
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly StuckPolicy[]
    }
    readonly refuses:
      | SharedCodes['BadRequestOfListMassEndorsements']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowManualEntries']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the figures of some days
   *
   * Sales, conversion, cancellations, premium and money, from figures that a job keeps for each day: today is at most some minutes old. Quotes and sales count on their day in UTC, money on its booking day, so that sums equal the ledger. The premium earned by a day is in `/manage/earned_premium`, open items by age in `/manage/open_items`.
   */
  readonly showFigures: {
    readonly method: 'GET'
    readonly path: '/manage/figures'
    readonly params: undefined
    readonly query: {
      /** The first booking day, for example `2028-10-01`. */
      readonly from: string
      /** The last booking day, for example `2028-10-31`. */
      readonly to: string
      /** Rows for each: some of day, product, distributor, separated by commas. One row for each currency by default. */
      readonly by?: string
      /** Of this product, by its id or key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Figures
    }
    readonly refuses:
      | 'invalid_data'
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List requests
   *
   * Requests of your account and your distributors, newest first, of 7 days. They are written down in batches a moment after their answers; where that is too slow some are left out, and `/manage/requests/errors` says so. The header `Link` has the next page.
   */
  readonly listRequests: {
    readonly method: 'GET'
    readonly path: '/manage/requests'
    readonly params: undefined
    readonly query: {
      /** This request exactly. */
      readonly request_id?: string
      /** Of this key or person. */
      readonly actor_id?: string
      /** Of this route exactly, such as `/policies/:policyId`. */
      readonly route?: string
      /** With this error. */
      readonly code?: string
      /** `true`: only requests that were refused or failed. */
      readonly errors?: string
      /** Rows per page, 1 to 1000; 50 by default. */
      readonly limit?: string
      /** The id after which the page begins, with older rows. */
      readonly starting_after?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly LoggedRequest[]
    }
    readonly refuses:
      | 'invalid_data'
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowHealth']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View errors of requests
   *
   * How often which route answered which error, for at most 30 days, and when requests were not written down.
   */
  readonly showRequestErrors: {
    readonly method: 'GET'
    readonly path: '/manage/requests/errors'
    readonly params: undefined
    readonly query: {
      /** The first day in UTC; 7 days ago by default. */
      readonly since?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: RequestErrors
    }
    readonly refuses:
      | 'invalid_data'
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowHealth']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List saved views
   *
   * Your views and those that others share, by list and name.
   */
  readonly listViews: {
    readonly method: 'GET'
    readonly path: '/manage/views'
    readonly params: undefined
    readonly query: {
      /** Of this list: policies, offers, quotes, leads, payments, invoices, renewals, receipts, payouts, dunning, tasks, events, audit, open_items. */
      readonly list?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly SavedView[]
    }
    readonly refuses:
      | 'invalid_data'
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListViews']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Save a view
   *
   * Keeps a list with its filters and columns, for you or for everybody of the account. Views of policies, offers, payments and invoices are counted by a job, up to 1,000.
   */
  readonly saveView: {
    readonly method: 'POST'
    readonly path: '/manage/views'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: SaveView
    readonly answer: {
      readonly 201: SavedView
    }
    readonly refuses:
      | 'invalid_data'
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListViews']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | 'too_many_views'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Change a view
   *
   * Omitted members stay. Only whoever saved a view changes it.
   */
  readonly changeView: {
    readonly method: 'PATCH'
    readonly path: '/manage/views/{viewId}'
    readonly params: {
      /** The view. */
      readonly viewId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: ChangeView
    readonly answer: {
      readonly 200: SavedView
    }
    readonly refuses:
      | 'invalid_data'
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListViews']
      | SharedCodes['NotFoundView']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityViewOfAnotherOrIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Remove a view
   *
   * Only whoever saved a view removes it. The response shows what it was.
   */
  readonly removeView: {
    readonly method: 'DELETE'
    readonly path: '/manage/views/{viewId}'
    readonly params: {
      /** The view. */
      readonly viewId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: SavedView
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddressOrWrongIdempotencyKey']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListViews']
      | SharedCodes['NotFoundView']
      | SharedCodes['Conflict']
      | SharedCodes['URITooLong']
      | SharedCodes['UnprocessableEntityViewOfAnotherOrIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List colleagues
   *
   * The active people of the account by name: to whom tasks can be assigned, and who wrote notes. Roles, e-mail addresses and sessions are in `/manage/users`.
   */
  readonly listColleagues: {
    readonly method: 'GET'
    readonly path: '/manage/colleagues'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Colleague[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListColleagues']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List tasks
   *
   * Newest first. Tasks about policies and customers that you may not see are left out. The header `Link` has the next and previous page.
   */
  readonly listTasks: {
    readonly method: 'GET'
    readonly path: '/manage/tasks'
    readonly params: undefined
    readonly query: {
      /** Of this person. `me` is you, `nobody` finds tasks without a person. */
      readonly assignee_id?: string
      /** One of open, done. */
      readonly status?: string
      /** Due on this day or earlier. */
      readonly due_until?: string
      /** About this offer or policy. */
      readonly policy_id?: string
      /** About this customer. */
      readonly customer_id?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Task[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListColleagues']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Create a task
   *
   * Writes down what is to be done, about an offer or policy, about a customer, or about neither. Callers who may not see personal data read title and note masked.
   */
  readonly createTask: {
    readonly method: 'POST'
    readonly path: '/manage/tasks'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateTask
    readonly answer: {
      readonly 201: Task
    }
    readonly refuses:
      | 'invalid_data'
      | 'assignee_unknown'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfCreateTask']
      | SharedCodes['NotFoundPolicyOrCustomer']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Change or finish a task
   *
   * Omitted members stay. `status` finishes the task, or opens it again.
   */
  readonly changeTask: {
    readonly method: 'PATCH'
    readonly path: '/manage/tasks/{taskId}'
    readonly params: {
      /** The task. */
      readonly taskId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: ChangeTask
    readonly answer: {
      readonly 200: Task
    }
    readonly refuses:
      | 'invalid_data'
      | 'assignee_unknown'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfCreateTask']
      | 'task_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List notes
   *
   * The notes on an offer or policy, or on a person under every id, newest first. The header `Link` has the next and previous page.
   */
  readonly listNotes: {
    readonly method: 'GET'
    readonly path: '/manage/notes'
    readonly params: undefined
    readonly query: {
      /** The offer or policy. */
      readonly policy_id?: string
      /** The customer, instead of a policy. */
      readonly customer_id?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Note[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | 'policy_not_found'
      | 'customer_not_found'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Write a note
   *
   * About an offer or policy, or about a customer. A note never changes. Callers who may not see personal data read it masked.
   */
  readonly writeNote: {
    readonly method: 'POST'
    readonly path: '/manage/notes'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: WriteNote
    readonly answer: {
      readonly 201: Note
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfWriteNote']
      | SharedCodes['NotFoundPolicyOrCustomer']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Remove a note
   *
   * Deletes the text for good. Who wrote and who removed it stays.
   */
  readonly removeNote: {
    readonly method: 'DELETE'
    readonly path: '/manage/notes/{noteId}'
    readonly params: {
      /** The note. */
      readonly noteId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Note
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddressOrWrongIdempotencyKey']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfWriteNote']
      | 'note_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['URITooLong']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a customer
   *
   * A person with all policies, by the `customer_id` of any of them. Search policies by name, e-mail address or number to find it.
   */
  readonly showCustomer: {
    readonly method: 'GET'
    readonly path: '/manage/customers/{customerId}'
    readonly params: {
      /** The customer. */
      readonly customerId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Customer
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowManualEntries']
      | SharedCodes['NotFoundCustomer']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the account statement of a customer
   *
   * One statement over all policies of a customer, for each currency: as of today, or as of another day. The balance of a policy that was handed over went with it.
   */
  readonly showCustomerAccount: {
    readonly method: 'GET'
    readonly path: '/manage/customers/{customerId}/account'
    readonly params: {
      /** The customer. */
      readonly customerId: string
    }
    readonly query: {
      /** The last day of the statement, such as `2029-03-01`; today by default. */
      readonly on?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: CustomerAccount
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowManualEntries']
      | SharedCodes['NotFoundCustomer']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Join two customers
   *
   * Records that another customer is the same person: both ids then show one customer with all policies and one account. No policy changes, so that they can be split again.
   */
  readonly joinCustomers: {
    readonly method: 'POST'
    readonly path: '/manage/customers/{customerId}/join'
    readonly params: {
      /** The customer. */
      readonly customerId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: JoinCustomers
    readonly answer: {
      readonly 200: JoinedCustomer
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfJoinCustomers']
      | SharedCodes['NotFoundCustomerOfJoinCustomers']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'customers_joined'
      | 'too_many_policies'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Split a customer off
   *
   * Takes back a join: the customer stands for itself again, with everything that had been joined into it.
   */
  readonly splitCustomer: {
    readonly method: 'POST'
    readonly path: '/manage/customers/{customerId}/split'
    readonly params: {
      /** The customer that was joined into another. */
      readonly customerId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: SplitCustomer
    readonly answer: {
      readonly 200: JoinedCustomer
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWriteOffInvoice']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfJoinCustomers']
      | SharedCodes['NotFoundCustomerOfJoinCustomers']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'customer_not_joined'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Record a receipt
   *
   * Records money that was received for an invoice by bank transfer: the whole amount, a part of it, or more. A surplus pays other open invoices of the policy, earliest due date first. The rest becomes credit of the customer, which pays the next instalment or is refunded.
   */
  readonly recordReceipt: {
    readonly method: 'POST'
    readonly path: '/manage/invoices/{invoiceId}/receipts'
    readonly params: {
      /** The invoice. */
      readonly invoiceId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RecordReceipt
    readonly answer: {
      readonly 200: PaymentSummary
    }
    readonly refuses:
      | 'invalid_data'
      | 'other_currency'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfRecordReceipt']
      | SharedCodes['NotFoundInvoice']
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'invoice_settled'
      | 'asks_for_nothing'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search bank receipts
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchReceipts: {
    readonly method: 'GET'
    readonly path: '/manage/receipts'
    readonly params: undefined
    readonly query: {
      /** One of waiting, unmatched, matched, dismissed. */
      readonly state?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly BankReceipt[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Match a receipt with an invoice
   *
   * Posts an unmatched receipt to this invoice, as if its reference had named it. `GET /manage/receipts?state=unmatched` lists unmatched receipts.
   */
  readonly matchReceipt: {
    readonly method: 'POST'
    readonly path: '/manage/receipts/{receiptId}/match'
    readonly params: {
      /** The receipt. */
      readonly receiptId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: MatchReceipt
    readonly answer: {
      readonly 200: BankReceipt
    }
    readonly refuses:
      | 'invalid_data'
      | 'other_currency'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfRecordReceipt']
      | 'receipt_not_found'
      | 'invoice_not_found'
      | SharedCodes['ConflictClockAdvancing']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'receipt_not_unmatched'
      | 'invoice_settled'
      | 'asks_for_nothing'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Dismiss a receipt
   *
   * Marks an unmatched receipt as one that pays no invoice. Nothing is posted.
   */
  readonly dismissReceipt: {
    readonly method: 'POST'
    readonly path: '/manage/receipts/{receiptId}/dismiss'
    readonly params: {
      /** The receipt. */
      readonly receiptId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: DismissReceipt
    readonly answer: {
      readonly 200: BankReceipt
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWriteOffInvoice']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfRecordReceipt']
      | 'receipt_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'receipt_not_unmatched'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List the chart of accounts
   *
   * The accounts of the ledger, in the order of a balance sheet.
   */
  readonly listLedgerAccounts: {
    readonly method: 'GET'
    readonly path: '/manage/chart_of_accounts'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly LedgerAccount[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Read the journal
   *
   * All postings that were posted on these days, by booking day and number. The header `Link` has the next page. A day that is not over, or a month that is not closed, can still get more postings.
   */
  readonly readJournal: {
    readonly method: 'GET'
    readonly path: '/manage/journal'
    readonly params: undefined
    readonly query: {
      /** The first booking day, for example `2028-10-01`. */
      readonly from: string
      /** The last booking day, for example `2028-10-31`. */
      readonly to: string
      /** Postings that debit or credit this account. */
      readonly account?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** Of policies of this product, by its id or key. */
      readonly product_id?: string
      /** Of policies that this distributor sold. */
      readonly distributor_id?: string
      /** Lines per page, 1 to 1000; 100 by default. */
      readonly limit?: string
      /** The id of the line after which the page begins. */
      readonly starting_after?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly JournalLine[]
    }
    readonly refuses:
      | 'invalid_data'
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Export the journal
   *
   * The journal of these days as CSV, one line for each posting, with the members of the journal as columns and amounts in minor units. A connection that ends before the last chunk means that the export failed.
   */
  readonly exportJournal: {
    readonly method: 'GET'
    readonly path: '/manage/journal/export'
    readonly params: undefined
    readonly query: {
      /** The first booking day, for example `2028-10-01`. */
      readonly from: string
      /** The last booking day, for example `2028-10-31`. */
      readonly to: string
      /** Postings that debit or credit this account. */
      readonly account?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** Of policies of this product, by its id or key. */
      readonly product_id?: string
      /** Of policies that this distributor sold. */
      readonly distributor_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
    readonly refuses:
      | 'invalid_data'
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusyOfExportImpact']
  }
  /**
   * View the trial balance
   *
   * The balance and the turnover of each account on these booking days.
   */
  readonly showTrialBalance: {
    readonly method: 'GET'
    readonly path: '/manage/trial_balance'
    readonly params: undefined
    readonly query: {
      /** The first booking day, for example `2028-10-01`. */
      readonly from: string
      /** The last booking day, for example `2028-10-31`. */
      readonly to: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: TrialBalance
    }
    readonly refuses:
      | SharedCodes['BadRequestOfShowTrialBalance']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View taxes
   *
   * For a tax return: the premium and the tax that were posted on these days, by country of risk, class of business and rate. The sum of a currency is the turnover of the account `tax`.
   */
  readonly showTaxes: {
    readonly method: 'GET'
    readonly path: '/manage/taxes'
    readonly params: undefined
    readonly query: {
      /** The first booking day, for example `2028-10-01`. */
      readonly from: string
      /** The last booking day, for example `2028-10-31`. */
      readonly to: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Taxes
    }
    readonly refuses:
      | SharedCodes['BadRequestOfShowTrialBalance']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List closed months
   *
   * The closed months, newest first.
   */
  readonly listClosings: {
    readonly method: 'GET'
    readonly path: '/manage/closings'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Closing[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Close a month
   *
   * Closes a month for ever. Nothing is posted into it any more: what happens later is posted on the first open day, with its own value day and period of service. Months are closed one after the other; the first closing covers everything before it, too. In live mode the month must be over. A background job then sums it.
   */
  readonly closeMonth: {
    readonly method: 'POST'
    readonly path: '/manage/closings'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CloseMonth
    readonly answer: {
      readonly 202: Closing
    }
    readonly refuses:
      | 'invalid_data'
      | 'month_closed'
      | 'month_not_next'
      | 'month_not_over'
      | 'closing_under_way'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a closed month
   *
   * A closed month with its totals and its digest.
   */
  readonly showClosing: {
    readonly method: 'GET'
    readonly path: '/manage/closings/{month}'
    readonly params: {
      /** The month. */
      readonly month: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Closing
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | 'closing_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Earned and unearned premium on a day
   *
   * The premium of each policy that was issued by that day: what was charged, and what of it is earned. As it was known at the end of the day: later changes are left out. The sum of `written` is the account `premium` on that day. Newest policies first; page with the id of the policy. The header `Link` has the next and previous page.
   */
  readonly searchEarnedPremium: {
    readonly method: 'GET'
    readonly path: '/manage/earned_premium'
    readonly params: undefined
    readonly query: {
      /** The day of the report, for example 2027-01-31: as the ledger stood at its end. */
      readonly day?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** Of this product, by its id or key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly EarnedPremium[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Export earned and unearned premium on a day
   *
   * Every policy on a line of its own, amounts in minor units, newest policies first. A connection that ends before the last chunk means that the export failed.
   */
  readonly exportEarnedPremium: {
    readonly method: 'GET'
    readonly path: '/manage/earned_premium/export'
    readonly params: undefined
    readonly query: {
      /** The day of the report, for example 2027-01-31: as the ledger stood at its end. */
      readonly day?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** Of this product, by its id or key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusyOfExportImpact']
  }
  /**
   * Open items on a day
   *
   * The invoices that policyholders had not paid by the end of that day, with what was open then and their age. Newest first; page with the id of the invoice. The header `Link` has the next and previous page.
   */
  readonly searchOpenItems: {
    readonly method: 'GET'
    readonly path: '/manage/open_items'
    readonly params: undefined
    readonly query: {
      /** The day of the report, for example 2027-01-31: as the ledger stood at its end. */
      readonly day?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** Of this product, by its id or key. */
      readonly product_id?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly OpenItem[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Totals of open items on a day
   *
   * What policyholders owed at the end of that day, by currency and age. With what was not invoiced yet, it is the balance of the account `receivable` on that day.
   */
  readonly totalOpenItems: {
    readonly method: 'GET'
    readonly path: '/manage/open_items/totals'
    readonly params: undefined
    readonly query: {
      /** The day of the report, for example 2027-01-31: as the ledger stood at its end. */
      readonly day?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly OpenItemTotals[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Export the open items on a day
   *
   * Every open invoice on a line of its own, amounts in minor units, newest first. A connection that ends before the last chunk means that the export failed.
   */
  readonly exportOpenItems: {
    readonly method: 'GET'
    readonly path: '/manage/open_items/export'
    readonly params: undefined
    readonly query: {
      /** The day of the report, for example 2027-01-31: as the ledger stood at its end. */
      readonly day?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** Of this product, by its id or key. */
      readonly product_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusyOfExportImpact']
  }
  /**
   * Search disputes
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchDisputes: {
    readonly method: 'GET'
    readonly path: '/manage/disputes'
    readonly params: undefined
    readonly query: {
      /** One of needs_response, under_review, won, lost, warning_needs_response, warning_under_review, warning_closed, prevented, unclear. */
      readonly state?: string
      /** `true`: only disputes that wait for your evidence. */
      readonly to_answer?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** Of this payment. */
      readonly payment_id?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Dispute[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSearchDisputes']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a dispute
   *
   * Its state, by when it has to be answered, and where.
   */
  readonly showDispute: {
    readonly method: 'GET'
    readonly path: '/manage/disputes/{disputeId}'
    readonly params: {
      /** The dispute. */
      readonly disputeId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Dispute
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfSearchDisputes']
      | 'dispute_not_found'
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Search money at payment providers
   *
   * Newest first. Rows match all filters. The header `Link` has the next and previous page.
   */
  readonly searchReconciliation: {
    readonly method: 'GET'
    readonly path: '/manage/reconciliation'
    readonly params: undefined
    readonly query: {
      /** At this provider. */
      readonly provider?: string
      /** One of matched, waiting, unmatched, accepted. */
      readonly state?: string
      /** How the sides differ: one of not_here, not_there, other_amount, other_currency. */
      readonly problem?: string
      /** Of this payment, with its refunds and disputes. */
      readonly payment_id?: string
      /** Booked on this day or later, in UTC, for example 2028-10-01. */
      readonly from?: string
      /** Booked on this day or earlier, in UTC. */
      readonly to?: string
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly ReconciliationItem[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List the accounts whose money is reconciled
   *
   * Your accounts at payment providers that show their balance, how far it was read, and what it comes to. A difference is explained by the rows that are not matched.
   */
  readonly listReconciliationAccounts: {
    readonly method: 'GET'
    readonly path: '/manage/reconciliation/accounts'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly ReconciliationAccount[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissing']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Accept a difference as known
   *
   * Says that a difference to a payment provider is known, and why. Nothing is posted. It is listed apart, and counts no more in the difference of the account, until it becomes another difference or somebody reopens it. All rows of the same payment, refund or dispute are accepted together.
   */
  readonly acceptDifference: {
    readonly method: 'POST'
    readonly path: '/manage/reconciliation/{itemId}/accept'
    readonly params: {
      /** The row. */
      readonly itemId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: AcceptDifference
    readonly answer: {
      readonly 200: ReconciliationItem
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWriteOffInvoice']
      | SharedCodes['Unauthorized']
      | 'second_person_required'
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundReconciliationItem']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'difference_not_open'
      | 'difference_not_that'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Reopen an accepted difference
   *
   * Takes back that a difference is known. It is unmatched again.
   */
  readonly reopenDifference: {
    readonly method: 'POST'
    readonly path: '/manage/reconciliation/{itemId}/reopen'
    readonly params: {
      /** The row. */
      readonly itemId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ReconciliationItem
    }
    readonly refuses:
      | SharedCodes['BadRequestOfWithdrawRequest']
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundReconciliationItem']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | 'difference_not_accepted'
      | 'idempotency_key_reused'
      | 'answer_lost'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the history of a policy
   *
   * The versions, payments (failed ones included), documents and events of a policy. At most the newest 3,000 events.
   */
  readonly showPolicyHistory: {
    readonly method: 'GET'
    readonly path: '/manage/policies/{policyId}/history'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: PolicyHistory
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowManualEntries']
      | SharedCodes['NotFoundPolicyOfExplainPolicy']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View what a customer received before the contract
   *
   * Each document that the customer of an offer or policy opened or was sent before the contract, with its SHA-256. The same stands in the events `handover.recorded` and `handover.voided`, and so in the chain of evidence.
   */
  readonly showHandover: {
    readonly method: 'GET'
    readonly path: '/manage/policies/{policyId}/handover'
    readonly params: {
      /** The offer or policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Handover
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowManualEntries']
      | SharedCodes['NotFoundPolicyOfExplainPolicy']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the timeline of a policy
   *
   * All days of a policy in segments with the same data and price, its terms, and its versions with what each replaced and charged. With `known_at`, as it was known at a time in the past.
   */
  readonly showTimeline: {
    readonly method: 'GET'
    readonly path: '/manage/policies/{policyId}/timeline'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** A time in the past, such as `2029-01-15T12:00:00Z`: transactions requested later are left out. Now by default. */
      readonly known_at?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: PolicyTimeline
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowManualEntries']
      | SharedCodes['NotFoundPolicyOfExplainPolicy']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Compare two versions of a policy
   *
   * The days on which two versions of a policy differ, with the fields that differ by their labels, and the price of each billing period in both.
   */
  readonly comparePolicyVersions: {
    readonly method: 'GET'
    readonly path: '/manage/policies/{policyId}/comparison'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** The first version. Defaults to the version that `to` is based on. */
      readonly from?: string
      /** The second version. Defaults to the active version. */
      readonly to?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: VersionComparison
    }
    readonly refuses:
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfShowManualEntries']
      | 'policy_not_found'
      | 'version_not_found'
      | SharedCodes['URITooLong']
      | 'first_version'
      | 'version_never_held'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Reveal a masked field of a policy
   *
   * Shows one value that is masked for callers without the permission `personal_data.read`. The audit log gets the field and the reason. A repeated request with the same `Idempotency-Key` gets the response without the value. Links to documents cannot be revealed.
   */
  readonly revealField: {
    readonly method: 'POST'
    readonly path: '/manage/policies/{policyId}/reveal'
    readonly params: {
      /** The policy or offer. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RevealField
    readonly answer: {
      readonly 200: RevealedField
    }
    readonly refuses:
      | 'field_not_masked'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfRevealField']
      | 'policy_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Reveal a masked field of a lead
   *
   * Shows one value that is masked for callers without the permission `personal_data.read`. The audit log gets the field and the reason. A repeated request with the same `Idempotency-Key` gets the response without the value. The token of the quote cannot be revealed.
   */
  readonly revealLeadField: {
    readonly method: 'POST'
    readonly path: '/manage/leads/{leadId}/reveal'
    readonly params: {
      /** The lead. */
      readonly leadId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RevealLeadField
    readonly answer: {
      readonly 200: RevealedField
    }
    readonly refuses:
      | 'field_not_masked'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfRevealField']
      | 'lead_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Reveal a masked field of a quote
   *
   * Shows one value that is masked for callers without the permission `personal_data.read`. The audit log gets the field and the reason. A repeated request with the same `Idempotency-Key` gets the response without the value.
   */
  readonly revealQuoteField: {
    readonly method: 'POST'
    readonly path: '/manage/quotes/{quoteId}/reveal'
    readonly params: {
      /** The quote. */
      readonly quoteId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RevealQuoteField
    readonly answer: {
      readonly 200: RevealedField
    }
    readonly refuses:
      | 'field_not_masked'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfRevealField']
      | 'quote_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List events
   *
   * The events of sales and products, in the mode of the key: all events for an insurer, those of its own sales for a distributor. Newest first. The header `Link` has the next and previous page.
   *
   * With `after` it is a feed: oldest first, from that event on. The header `Link` always has the next page, even if there are no further events yet: store its address and continue there later. The feed skips no event: one that is committed late appears late. The events of one policy appear in the order of their `sequence`.
   */
  readonly listEvents: {
    readonly method: 'GET'
    readonly path: '/manage/events'
    readonly params: undefined
    readonly query: {
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
      /** The id of the last event that you have read: the feed continues after it. `start` begins with the first event. */
      readonly after?: string
      /** Of this policy, payment or product. */
      readonly subject_id?: string
      /** Of this type. */
      readonly type?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Event[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'unknown_cursor'
      | 'unknown_event_type'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'permission_missing'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the audit log
   *
   * Changes made with the Management API, and policy cancellations in the mode of the key, including those by distributors. Newest first, each with its key or person. The header `Link` has the next and previous page.
   */
  readonly listAudit: {
    readonly method: 'GET'
    readonly path: '/manage/audit'
    readonly params: undefined
    readonly query: {
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
      /** Changes to this product, policy, key or other resource. */
      readonly subject_id?: string
      /** Changes by this person. */
      readonly user_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly AuditEntry[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListAudit']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View the evidence chain
   *
   * Every event and every entry of the audit log becomes a link in a hash chain shortly after it is written. `bindery audit verify` recalculates the chain: it detects changed, removed and inserted records, and names the first invalid link. Store `end` elsewhere to also detect that the end of the chain was cut off or rewritten. The chain contains only a salted commitment to the content of a record, so that the content can be erased while the chain stays valid.
   */
  readonly listEvidence: {
    readonly method: 'GET'
    readonly path: '/manage/evidence'
    readonly params: undefined
    readonly query: {
      /** The number of the link after which to continue; 0 by default. */
      readonly after?: string
      /** Links per page, 1 to 1000; 100 by default. */
      readonly limit?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Evidence
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfListAudit']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Export everything that proves what happened to a policy
   *
   * A tar archive for a court: documents and letters, the exact mails with what mail servers reported, the ledger, the events with their chain of hashes, and a README with the commands that verify it. It needs `personal_data.read`, `policies.read`, `audit.read` and `accounting.read` as well. The audit log gets the reason. A connection that ends before the last chunk means that the export failed.
   */
  readonly exportEvidenceBundle: {
    readonly method: 'GET'
    readonly path: '/manage/policies/{policyId}/evidence_bundle'
    readonly params: {
      /** The policy or offer. */
      readonly policyId: string
    }
    readonly query: {
      /** Why you need to see it, in 5 to 500 characters, for the audit log. Do not include personal data. */
      readonly reason: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'personal_data_masked'
      | 'not_an_insurer'
      | 'permission_missing'
      | SharedCodes['NotFoundPolicyOfExplainPolicy']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | 'evidence_behind'
      | 'unavailable'
      | 'exports_busy'
  }
  /**
   * Create a webhook
   *
   * Creates an endpoint that receives events from now on, in the mode of the key: all events for an insurer, those of its own sales for a distributor. Messages are signed according to Standard Webhooks. The response contains the secret, which is shown only once.
   *
   * Each event is delivered at least once, those of one policy in order unless an attempt fails. A message that does not get a 2xx response within 15 seconds is tried again for three days, and can be sent again at any time.
   */
  readonly createWebhook: {
    readonly method: 'POST'
    readonly path: '/manage/webhooks'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateWebhook
    readonly answer: {
      readonly 200: NewWebhook
    }
    readonly refuses:
      | 'invalid_data'
      | 'url_not_allowed'
      | 'header_not_allowed'
      | 'too_many_webhooks'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonalDataMaskedOrPermissionMissing']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List webhooks
   *
   * Your webhooks in the mode of the key, newest first.
   */
  readonly listWebhooks: {
    readonly method: 'GET'
    readonly path: '/manage/webhooks'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Webhook[]
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameter']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfListWebhooks']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View a webhook
   *
   * The settings and the status of a webhook.
   */
  readonly showWebhook: {
    readonly method: 'GET'
    readonly path: '/manage/webhooks/{webhookId}'
    readonly params: {
      /** The webhook. */
      readonly webhookId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Webhook
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfListWebhooks']
      | SharedCodes['NotFoundWebhook']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Change a webhook
   *
   * Omitted members stay unchanged. An endpoint that is enabled again receives the events that it missed, from where it stopped.
   */
  readonly changeWebhook: {
    readonly method: 'PATCH'
    readonly path: '/manage/webhooks/{webhookId}'
    readonly params: {
      /** The webhook. */
      readonly webhookId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: ChangeWebhook
    readonly answer: {
      readonly 200: Webhook
    }
    readonly refuses:
      | 'invalid_data'
      | 'url_not_allowed'
      | 'header_not_allowed'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonalDataMaskedOrPermissionMissing']
      | SharedCodes['NotFoundWebhookOfChangeWebhook']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Delete a webhook
   *
   * The endpoint receives no more events. Waiting deliveries and its secrets are deleted. The response shows the deleted webhook.
   */
  readonly deleteWebhook: {
    readonly method: 'DELETE'
    readonly path: '/manage/webhooks/{webhookId}'
    readonly params: {
      /** The webhook. */
      readonly webhookId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Webhook
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddressOrWrongIdempotencyKey']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfDeleteWebhook']
      | SharedCodes['NotFoundWebhookOfChangeWebhook']
      | SharedCodes['Conflict']
      | SharedCodes['URITooLong']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Test a webhook
   *
   * Sends the endpoint an event `webhook.test` without content, and returns the result. There is one attempt only, also if the webhook is disabled.
   */
  readonly testWebhook: {
    readonly method: 'POST'
    readonly path: '/manage/webhooks/{webhookId}/test'
    readonly params: {
      /** The webhook. */
      readonly webhookId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: WebhookTest
    }
    readonly refuses:
      | SharedCodes['BadRequestUnknownParameterOrUnreadableAddressOrNotJson']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfDeleteWebhook']
      | SharedCodes['NotFoundWebhook']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Rotate the secret of a webhook
   *
   * Creates a new secret. During the overlap messages are signed with both secrets. A secret that is still in the overlap of an earlier rotation ends at once.
   */
  readonly rotateWebhook: {
    readonly method: 'POST'
    readonly path: '/manage/webhooks/{webhookId}/rotate'
    readonly params: {
      /** The webhook. */
      readonly webhookId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RotateWebhook
    readonly answer: {
      readonly 200: NewWebhook
    }
    readonly refuses:
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfDeleteWebhook']
      | SharedCodes['NotFoundWebhookOfChangeWebhook']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List deliveries
   *
   * The deliveries of an endpoint with their attempts, newest events first. Successful deliveries are listed for a week, parked ones for ninety days. The header `Link` has the next and previous page.
   */
  readonly listDeliveries: {
    readonly method: 'GET'
    readonly path: '/manage/webhooks/{webhookId}/deliveries'
    readonly params: {
      /** The webhook. */
      readonly webhookId: string
    }
    readonly query: {
      /** Rows per page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins, in the order of the list. */
      readonly starting_after?: string
      /** The id before which the page ends, in the order of the list. */
      readonly ending_before?: string
      /** Which rows come first: `newest`, as without it, or `oldest`. */
      readonly order?: string
      /** In this status: one of delivered, waiting, parked. */
      readonly status?: string
      /** Of this event. */
      readonly event_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Delivery[]
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfListWebhooks']
      | SharedCodes['NotFoundWebhook']
      | SharedCodes['URITooLong']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Send events again
   *
   * Sends again one event, all deliveries that have not succeeded, or all events of a time range that the webhook selects, including events from before it was created. Each delivery gets all its attempts again.
   */
  readonly resendDeliveries: {
    readonly method: 'POST'
    readonly path: '/manage/webhooks/{webhookId}/resend'
    readonly params: {
      /** The webhook. */
      readonly webhookId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: Resend
    readonly answer: {
      readonly 202: Resent
    }
    readonly refuses:
      | 'invalid_data'
      | 'resend_one_thing'
      | 'not_a_moment'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'unreadable_address'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPermissionMissingOfDeleteWebhook']
      | 'event_not_found'
      | 'webhook_not_found'
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Check a product folder
   *
   * Lists all errors, and the warnings of a push. Nothing is stored. The body may be up to 96 MiB.
   */
  readonly validateProduct: {
    readonly method: 'POST'
    readonly path: '/manage/products/validate'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ProductFiles
    readonly answer: {
      readonly 200: Validation
    }
    readonly refuses:
      | SharedCodes['BadRequestOfValidateProduct']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfValidateProduct']
      | SharedCodes['NotFoundProduct']
      | SharedCodes['PayloadTooLargeFolderTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusy']
  }
  /**
   * Preview the changes of a product folder
   *
   * Compares the folder with the live version, including the prices of the test cases, and lists the errors and warnings of a push. The differences are also listed if test cases fail. Nothing is stored. The body may be up to 96 MiB.
   */
  readonly planProduct: {
    readonly method: 'POST'
    readonly path: '/manage/products/plan'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ProductFiles
    readonly answer: {
      readonly 200: Plan
    }
    readonly refuses:
      | SharedCodes['BadRequestOfValidateProduct']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfValidateProduct']
      | SharedCodes['NotFoundProduct']
      | SharedCodes['PayloadTooLargeFolderTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusy']
  }
  /**
   * Push a product folder
   *
   * Checks the folder and stores it as a draft version. A folder with errors is refused with 422; `problems` lists all of them, and nothing changes. The body may be up to 96 MiB.
   */
  readonly pushProduct: {
    readonly method: 'POST'
    readonly path: '/manage/products/push'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ProductFiles
    readonly answer: {
      readonly 200: PushedProduct
    }
    readonly refuses:
      | SharedCodes['BadRequestOfPushProduct']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfValidateProduct']
      | SharedCodes['NotFoundProductOfPushProduct']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLargeFolderTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityMistakesOrIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusy']
  }
  /**
   * Store a product folder as a what-if
   *
   * Checks the folder like a push, and stores it apart from pushed versions: it is not listed, is never the newest version, and cannot be published. Quotes, impact analyses and test clocks can use it by its id. Its test cases may fail; `failed_cases` lists them. Pushing exactly this content later makes it a draft version with the same id. The body may be up to 96 MiB.
   */
  readonly keepWhatIf: {
    readonly method: 'POST'
    readonly path: '/manage/products/what_ifs'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ProductFiles
    readonly answer: {
      readonly 200: WhatIf
    }
    readonly refuses:
      | SharedCodes['BadRequestOfPushProduct']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfValidateProduct']
      | SharedCodes['NotFoundProductOfPushProduct']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLargeFolderTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityMistakesOrIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusy']
  }
  /**
   * Price a product folder and explain the price
   *
   * Prices answers with the folder, and shows each step with its formula, its value and the table row it found. Nothing is stored. The body may be up to 96 MiB.
   */
  readonly priceFolder: {
    readonly method: 'POST'
    readonly path: '/manage/products/price'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: PriceFolder
    readonly answer: {
      readonly 200: ExplainedPrice
    }
    readonly refuses:
      | 'invalid_data'
      | 'not_base64'
      | 'no_file_name'
      | 'file_twice'
      | 'not_multipart'
      | 'folder_question_not_found'
      | 'not_enumerable'
      | 'too_many_combinations'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfValidateProduct']
      | 'product_not_found'
      | 'folder_item_not_found'
      | 'folder_integration_not_found'
      | 'folder_dataset_item_not_found'
      | SharedCodes['PayloadTooLargeFolderTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusy']
  }
  /**
   * Preview the documents of a product folder
   *
   * Creates the documents with sample data: from the demo or a test case, otherwise derived from the rules. The folder itself prices the sample; if it cannot, the document states that its price is invented. Nothing is stored. The body may be up to 96 MiB.
   */
  readonly previewDocuments: {
    readonly method: 'POST'
    readonly path: '/manage/products/documents'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: PreviewDocuments
    readonly answer: {
      readonly 200: PreviewedDocuments
    }
    readonly refuses:
      | SharedCodes['BadRequestOfValidateProduct']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfValidateProduct']
      | 'product_not_found'
      | 'document_not_found'
      | 'folder_language_not_found'
      | SharedCodes['PayloadTooLargeFolderTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusy']
  }
  /**
   * Preview the mails of a product folder
   *
   * Renders the mails with sample data, as customers would read them. Nothing is stored and nothing is sent. The body may be up to 96 MiB.
   */
  readonly previewMails: {
    readonly method: 'POST'
    readonly path: '/manage/products/mails'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: PreviewMails
    readonly answer: {
      readonly 200: PreviewedMails
    }
    readonly refuses:
      | SharedCodes['BadRequestOfValidateProduct']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfValidateProduct']
      | 'product_not_found'
      | 'folder_language_not_found'
      | SharedCodes['PayloadTooLargeFolderTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusy']
  }
  /**
   * Create a product from a workbook
   *
   * Finds inputs and outputs, proposes rules from data validation, conditions, lookups and number formats, finds the start of cover, the policy period and the payment frequency, records test cases, and adds a starting point for everything else. If the workbook lacks something, a problem names the member to send. Nothing is stored: review the files, then push them. The body may be up to 96 MiB.
   */
  readonly draftFromWorkbook: {
    readonly method: 'POST'
    readonly path: '/manage/products/draft_from_workbook'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: DraftFromWorkbook
    readonly answer: {
      readonly 200: WorkbookDraft
    }
    readonly refuses:
      | 'invalid_data'
      | 'not_base64'
      | 'no_file_name'
      | 'file_twice'
      | 'not_multipart'
      | 'not_one_workbook'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfValidateProduct']
      | SharedCodes['PayloadTooLargeFolderTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusy']
  }
  /**
   * Replace the workbook of a product
   *
   * Carries the names of inputs and outputs over from the current workbook of a product to a new one. A new workbook with its own names must have all of the old names. One without names gets the old names on the same cells, if these have the same labels. Nothing is stored. The body may be up to 96 MiB.
   */
  readonly replaceWorkbook: {
    readonly method: 'POST'
    readonly path: '/manage/products/replace_workbook'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ReplaceWorkbook
    readonly answer: {
      readonly 200: ReplacedWorkbook
    }
    readonly refuses:
      | 'invalid_data'
      | 'not_base64'
      | 'no_file_name'
      | 'file_twice'
      | 'not_multipart'
      | 'not_two_workbooks'
      | 'unknown_parameter'
      | 'unknown_member'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfValidateProduct']
      | SharedCodes['PayloadTooLargeFolderTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusy']
  }
  /**
   * Import a dataset
   *
   * Creates the dataset, or changes its items, from CSV or JSON lines: completely, or not at all if a line is invalid or the connection is lost. Items with an existing key keep their ids. The file is processed as a stream and may be up to 1 GiB, unless the operator has set another limit. Repeating an import changes nothing, so there is no Idempotency-Key.
   */
  readonly importDataset: {
    readonly method: 'POST'
    readonly path: '/manage/datasets/{datasetKey}/import'
    readonly params: {
      /** The key or the id of the dataset. */
      readonly datasetKey: string
    }
    readonly query: {
      /** `replace` (default): the file replaces all items. `merge`: items of the file are added or changed, the others stay. */
      readonly mode?: string
      /** The column that identifies an item across imports. Required for a new dataset. */
      readonly key_field?: string
      /** The name of the dataset. Defaults to its key for a new dataset. */
      readonly name?: string
      /** Language codes, separated by commas. A column `city.de` is the German text of `city`. Defaults to `en` for a new dataset. */
      readonly languages?: string
      /** `public` or `locked`. Defaults to `locked` for a new dataset. */
      readonly access?: string
      /** All fields that are hidden from front ends, separated by commas; may be empty. */
      readonly hidden?: string
      /** Types of fields, such as `postcode:text,employees:number`. Other fields keep their type; those of new fields are inferred from the first 1,000 items. */
      readonly types?: string
      /** The file name that problems refer to. */
      readonly file?: string
      /** `true`: check the file and report the changes, without storing anything. */
      readonly dry_run?: string
    }
    readonly headers: undefined
    readonly body: string
    readonly answer: {
      readonly 200: ImportedDataset
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'dataset_of_product'
      | 'key_field_missing'
      | 'column_not_found'
      | 'merge_changes_settings'
      | 'merge_key_differs'
      | 'field_needed'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | 'dataset_not_found'
      | 'upload_too_large'
      | SharedCodes['URITooLong']
      | 'wrong_media_type'
      | 'wrong_import_type'
      | 'file_has_mistakes'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusyOfImportDataset']
  }
  /**
   * Take in a delivery report
   *
   * A report about the delivery of a mail (RFC 3464), as it arrived at the return address of the mail: your mailbox or relay forwards it. What it says stands in the replies of the mail. A report about a mailbox that does not exist suppresses the address. At most 1 MiB. Repeating it changes nothing, so there is no Idempotency-Key.
   */
  readonly receiveDeliveryReport: {
    readonly method: 'POST'
    readonly path: '/manage/delivery_reports'
    readonly params: undefined
    readonly query: {
      /** The address at which it arrived, if its headers `To`, `Delivered-To`, `X-Original-To` and `Envelope-To` do not have it. */
      readonly recipient?: string
    }
    readonly headers: undefined
    readonly body: string
    readonly answer: {
      readonly 200: ReceivedReport
    }
    readonly refuses:
      | 'invalid_data'
      | 'no_delivery_report'
      | 'return_address_unknown'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | 'not_an_insurer'
      | 'permission_missing'
      | 'upload_too_large'
      | 'wrong_media_type'
      | 'return_address_expired'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Import bank receipts
   *
   * Imports a CSV file from a bank, with semicolons, commas, tabs or vertical bars between the columns, a decimal comma or point, and dates such as 2027-12-31 or 31.12.2027. A receipt whose reference contains the number or reference of an invoice is posted to it, and one with the reference of a payment by `bank_transfer` makes that payment; `GET /manage/receipts?state=unmatched` lists the others. A line is imported only once, even if several files contain it: two lines are the same if amount, currency, date and reference are equal, unless the bank gives them different ids. If a line is invalid, nothing of the file is imported. At most 4 MiB and 10,000 lines. Repeating an import changes nothing, so there is no Idempotency-Key.
   */
  readonly importReceipts: {
    readonly method: 'POST'
    readonly path: '/manage/receipts/import'
    readonly params: undefined
    readonly query: {
      /** The column of the amount; `amount` by default. */
      readonly amount?: string
      /** The column of incoming amounts, if they have their own column. */
      readonly credit?: string
      /** The column of outgoing amounts, in addition to `credit`. */
      readonly debit?: string
      /** The column that says whether the amount is incoming (C, CRDT, H, +) or outgoing (D, DBIT, S, -). */
      readonly sign?: string
      /** The column of the date; `date` by default. */
      readonly date?: string
      /** The column of the payment reference; `reference` by default. */
      readonly reference?: string
      /** The column of the transaction id of the bank, if there is one. */
      readonly id?: string
      /** The column of the currency, if there is one. */
      readonly currency_column?: string
      /** The column of the IBAN that paid, to which refunds go back. */
      readonly iban?: string
      /** The column of the name of the account holder, next to `iban`. */
      readonly payer?: string
      /** The currency of all lines, if there is no column for it; `EUR` by default. */
      readonly currency?: string
      /** The decimal sign: `comma` or `point`. Detected by default. */
      readonly decimal?: string
      /** The encoding: one of utf-8, windows-1252, iso-8859-1, iso-8859-15; utf-8 by default. */
      readonly charset?: string
      /** The file name that problems refer to. */
      readonly file?: string
    }
    readonly headers: undefined
    readonly body: string
    readonly answer: {
      readonly 200: ImportedReceipts
    }
    readonly refuses:
      | 'invalid_parameter'
      | 'invalid_data'
      | 'unknown_parameter'
      | 'unreadable_address'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenNotAnInsurerOrPermissionMissingOfRecordReceipt']
      | 'upload_too_large'
      | 'wrong_media_type'
      | 'csv_required'
      | 'file_has_mistakes'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailableBusyOfImportDataset']
  }
  /**
   * Sign in
   *
   * Begins a session. The response sets its cookie, which is read under `/manage` and `/console` only. A person with an authenticator app gets a ticket for the second step instead.
   */
  readonly signIn: {
    readonly method: 'POST'
    readonly path: '/manage/sign_in'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: SignIn
    readonly answer: {
      readonly 200: SignInAnswer
    }
    readonly refuses:
      | 'invalid_data'
      | 'not_an_object'
      | 'not_json'
      | 'sign_in_refused'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | 'sign_in_slowed'
      | 'passwords_busy'
      | 'address_rate_limited'
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Sign in: the second step
   *
   * Begins the session of a person whose password was right, by a code of the authenticator app or by a recovery code.
   */
  readonly signInWithCode: {
    readonly method: 'POST'
    readonly path: '/manage/sign_in/code'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: SignInCode
    readonly answer: {
      readonly 200: SignInAnswer
    }
    readonly refuses:
      | 'invalid_data'
      | 'not_an_object'
      | 'not_json'
      | 'ticket_expired'
      | 'code_refused'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsSignInSlowedOrAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Begin to sign in with a passkey
   *
   * Returns what the browser needs to use a passkey, and a ticket for its answer. No e-mail address is needed.
   */
  readonly optionsForSignIn: {
    readonly method: 'POST'
    readonly path: '/manage/sign_in/passkey/options'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: {
        /** For the answer, for 5 minutes. It counts once. */
        readonly ticket: string
        /** What `navigator.credentials` takes as `publicKey`, in the form of JSON. */
        readonly options: {
          readonly [name: string]: unknown
        }
      }
    }
    readonly refuses:
      | SharedCodes['BadRequestNotJson']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityPasskeysNeedAName']
      | SharedCodes['TooManyRequestsAddressRateLimited']
  }
  /**
   * Sign in with a passkey
   *
   * Begins a session. A passkey counts as both factors.
   */
  readonly signInWithPasskey: {
    readonly method: 'POST'
    readonly path: '/manage/sign_in/passkey'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: SignInPasskey
    readonly answer: {
      readonly 200: SignInAnswer
    }
    readonly refuses:
      | 'invalid_data'
      | 'not_an_object'
      | 'not_json'
      | 'ticket_expired'
      | 'passkey_refused'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityPasskeysNeedAName']
      | SharedCodes['TooManyRequestsSignInSlowedOrAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Sign out
   *
   * Ends the session of this request, on every server at once.
   */
  readonly signOut: {
    readonly method: 'POST'
    readonly path: '/manage/sign_out'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Session
    }
    readonly refuses:
      | SharedCodes['BadRequestNotJson']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * View yourself
   *
   * Who is asking, the accounts, and the permissions. A signed-in person names account and mode by the headers `Bindery-Account` and `Bindery-Mode`.
   */
  readonly showMe: {
    readonly method: 'GET'
    readonly path: '/manage/me'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Me
    }
    readonly refuses:
      | SharedCodes['Unauthorized']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Change your name
   *
   * Your name is shown to the people of your accounts, and in the audit log by your id.
   */
  readonly changeMe: {
    readonly method: 'PATCH'
    readonly path: '/manage/me'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ChangeMe
    readonly answer: {
      readonly 200: Person
    }
    readonly refuses:
      | 'invalid_data'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List your sessions
   *
   * The browsers in which you are signed in, newest first. A session that began by single sign-on shows those of its account.
   */
  readonly listSessions: {
    readonly method: 'GET'
    readonly path: '/manage/sessions'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Session[]
    }
    readonly refuses:
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * End one of your sessions
   *
   * The browser is signed out, on every server at once.
   */
  readonly endSession: {
    readonly method: 'POST'
    readonly path: '/manage/sessions/{sessionId}/end'
    readonly params: {
      /** The session. */
      readonly sessionId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Session
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddressOrNotJson']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | 'session_not_found'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Accept an invitation
   *
   * A person who is new chooses a password, and is signed in. A person who has signed in before, for another account, has to be signed in: then the session opens this account too.
   */
  readonly acceptInvitation: {
    readonly method: 'POST'
    readonly path: '/manage/links/accept'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: AcceptInvitation
    readonly answer: {
      readonly 200: {
        readonly person: Person
        readonly session: Session
      }
    }
    readonly refuses:
      | 'invalid_data'
      | 'password_required'
      | 'password_too_short'
      | 'password_too_long'
      | 'password_too_common'
      | 'not_an_object'
      | 'not_json'
      | 'sign_in_first'
      | SharedCodes['NotFoundLinkUnknown']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsPasswordsBusyOrAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Set a new password by a link
   *
   * All sessions of the person end. The person then signs in with the new password, and with the second factor if there is one.
   */
  readonly resetPassword: {
    readonly method: 'POST'
    readonly path: '/manage/links/reset'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ResetPassword
    readonly answer: {
      readonly 200: Person
    }
    readonly refuses:
      | 'invalid_data'
      | 'password_too_short'
      | 'password_too_long'
      | 'password_too_common'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['NotFoundLinkUnknown']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsPasswordsBusyOrAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Sign in by a link
   *
   * For the link that `npm run create-user` or the first start prints. In the next hour the person can set a password without the old one.
   */
  readonly signInByLink: {
    readonly method: 'POST'
    readonly path: '/manage/links/sign_in'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: LinkSecret
    readonly answer: {
      readonly 200: {
        readonly person: Person
        readonly session: Session
      }
    }
    readonly refuses:
      | SharedCodes['BadRequestInvalidMemberOrNotAnObjectOrNotJson']
      | SharedCodes['NotFoundLinkUnknown']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Confirm a new e-mail address by a link
   *
   * The address changes once the old and the new one have confirmed it.
   */
  readonly confirmEmail: {
    readonly method: 'POST'
    readonly path: '/manage/links/confirm_email'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: LinkSecret
    readonly answer: {
      readonly 200: {
        /** The new e-mail address. */
        readonly email: string
        /** Whether both addresses have confirmed, so that the new one is valid. */
        readonly is_changed: boolean
      }
    }
    readonly refuses:
      | SharedCodes['BadRequestInvalidMemberOrNotAnObjectOrNotJson']
      | SharedCodes['NotFoundLinkUnknown']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Ask for a new password
   *
   * An administrator sees the request, and passes a link on. The answer is the same whether or not a person has the address.
   */
  readonly requestPasswordReset: {
    readonly method: 'POST'
    readonly path: '/manage/password_resets'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: RequestPasswordReset
    readonly answer: {
      readonly 202: {
        /** Always true, whether or not a person has the address. */
        readonly is_noted: boolean
      }
    }
    readonly refuses:
      | 'invalid_data'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Change your password
   *
   * All other sessions of yours end.
   */
  readonly changePassword: {
    readonly method: 'POST'
    readonly path: '/manage/me/password'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ChangePassword
    readonly answer: {
      readonly 200: Person
    }
    readonly refuses:
      | 'invalid_data'
      | 'current_password_wrong'
      | 'password_too_short'
      | 'password_too_long'
      | 'password_too_common'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsSignInSlowedOrPasswordsBusy']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Ask for another e-mail address
   *
   * The address changes once the old and the new one have confirmed it. An administrator creates the two links with `POST /manage/users/{userId}/email_link`.
   */
  readonly changeEmail: {
    readonly method: 'POST'
    readonly path: '/manage/me/email'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ChangeEmail
    readonly answer: {
      readonly 202: {
        /** The new e-mail address. */
        readonly email: string
        /** Until when both addresses have to confirm it. */
        readonly expires_at: string
      }
    }
    readonly refuses:
      | 'invalid_data'
      | 'email_invalid'
      | 'current_password_wrong'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsSignInSlowedOrPasswordsBusy']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List your personal tokens
   *
   * Without their secrets and without revoked ones, newest first.
   */
  readonly listPersonalTokens: {
    readonly method: 'GET'
    readonly path: '/manage/me/tokens'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly PersonalToken[]
    }
    readonly refuses:
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Create a personal token
   *
   * A token for programs that act for you, in one account and mode. Send it as `Authorization: Bearer`, as a secret key. At any time it has the permissions that you have. The response contains the token, which is shown only once.
   */
  readonly createPersonalToken: {
    readonly method: 'POST'
    readonly path: '/manage/me/tokens'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreatePersonalToken
    readonly answer: {
      readonly 200: NewPersonalToken
    }
    readonly refuses:
      | 'invalid_data'
      | 'too_many_user_tokens'
      | 'not_an_object'
      | 'not_json'
      | 'wrong_idempotency_key'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['Conflict']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityIdempotencyKeyReusedOrAnswerLost']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Revoke a personal token
   *
   * The token stops working at once, on every server.
   */
  readonly revokePersonalToken: {
    readonly method: 'POST'
    readonly path: '/manage/me/tokens/{tokenId}/revoke'
    readonly params: {
      /** The token. */
      readonly tokenId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: PersonalToken
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddressOrNotJson']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | 'user_token_not_found'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Set up an authenticator app
   *
   * Creates a secret for the authenticator app, which is shown only once. It counts after its first code is confirmed.
   */
  readonly beginTotp: {
    readonly method: 'POST'
    readonly path: '/manage/me/totp'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: BeginTotp
    readonly answer: {
      readonly 200: {
        /** The secret for the authenticator app, in base32. */
        readonly secret: string
        /** The same as an address, for a QR code. */
        readonly otpauth_uri: string
      }
    }
    readonly refuses:
      | SharedCodes['BadRequestOfBeginTotp']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | 'totp_already_on'
      | SharedCodes['TooManyRequestsSignInSlowedOrPasswordsBusy']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Confirm the authenticator app
   *
   * From now on signing in with the password asks for a code. The recovery codes are shown only once. Your sessions in other browsers end.
   */
  readonly confirmTotp: {
    readonly method: 'POST'
    readonly path: '/manage/me/totp/confirm'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ConfirmTotp
    readonly answer: {
      readonly 200: {
        /** Ten codes. Keep them where you find them without the device. */
        readonly recovery_codes: readonly string[]
      }
    }
    readonly refuses:
      | 'invalid_data'
      | 'code_wrong'
      | 'not_an_object'
      | 'not_json'
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | 'totp_not_on'
      | 'totp_already_on'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Remove the authenticator app
   *
   * Needs the current password or a code. Recovery codes end with the authenticator app.
   */
  readonly removeTotp: {
    readonly method: 'POST'
    readonly path: '/manage/me/totp/remove'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: RemoveTotp
    readonly answer: {
      readonly 200: Factors
    }
    readonly refuses:
      | SharedCodes['BadRequestOfRemoveTotp']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityTotpNotOn']
      | SharedCodes['TooManyRequestsSignInSlowedOrPasswordsBusy']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Get new recovery codes
   *
   * Needs the current password or a code of the authenticator app. The codes are shown only once, and those that you had before no longer count.
   */
  readonly renewRecoveryCodes: {
    readonly method: 'POST'
    readonly path: '/manage/me/totp/recovery_codes'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: RenewRecoveryCodes
    readonly answer: {
      readonly 200: {
        /** Ten codes. Keep them where you find them without the device. */
        readonly recovery_codes: readonly string[]
      }
    }
    readonly refuses:
      | SharedCodes['BadRequestOfRemoveTotp']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityTotpNotOn']
      | SharedCodes['TooManyRequestsSignInSlowedOrPasswordsBusy']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * List your passkeys
   *
   * The passkeys by which you sign in, oldest first.
   */
  readonly listPasskeys: {
    readonly method: 'GET'
    readonly path: '/manage/me/passkeys'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Passkey[]
    }
    readonly refuses:
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Add a passkey
   *
   * You can sign in with it from now on, without password and code.
   */
  readonly addPasskey: {
    readonly method: 'POST'
    readonly path: '/manage/me/passkeys'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: AddPasskey
    readonly answer: {
      readonly 200: Passkey
    }
    readonly refuses:
      | 'invalid_data'
      | 'passkey_not_valid'
      | 'not_an_object'
      | 'not_json'
      | 'ticket_expired'
      | 'no_key'
      | 'unreadable_key'
      | 'unknown_key'
      | 'keys_of_two_accounts'
      | 'secret_key_required'
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['UnprocessableEntityPasskeysNeedAName']
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Begin to add a passkey
   *
   * Returns what the browser needs to create a passkey, and a ticket to add it.
   */
  readonly optionsForNewPasskey: {
    readonly method: 'POST'
    readonly path: '/manage/me/passkeys/options'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: NewPasskey
    readonly answer: {
      readonly 200: {
        /** For the answer, for 5 minutes. It counts once. */
        readonly ticket: string
        /** What `navigator.credentials` takes as `publicKey`, in the form of JSON. */
        readonly options: {
          readonly [name: string]: unknown
        }
      }
    }
    readonly refuses:
      | SharedCodes['BadRequestOfBeginTotp']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['UnsupportedMediaType']
      | 'passkeys_need_a_name'
      | 'too_many_passkeys'
      | SharedCodes['TooManyRequestsSignInSlowedOrPasswordsBusy']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Remove a passkey
   *
   * Nobody can sign in with it any more. Sessions that it began go on. The last one stays if you have no other way to sign in.
   */
  readonly removePasskey: {
    readonly method: 'DELETE'
    readonly path: '/manage/me/passkeys/{passkeyId}'
    readonly params: {
      /** The passkey. */
      readonly passkeyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Passkey
    }
    readonly refuses:
      | SharedCodes['BadRequestUnreadableAddress']
      | SharedCodes['Unauthorized']
      | SharedCodes['ForbiddenPersonRequired']
      | 'passkey_not_found'
      | SharedCodes['URITooLong']
      | 'last_passkey'
      | SharedCodes['TooManyRequests']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Report the outcome of a payment
   *
   * Called by payment providers, not by distributors. Signed according to Standard Webhooks. The body depends on the provider: the sandbox sends `payment_id` and `status` (`ok`, `failed` or `charged_back`), and optionally the `amount` and `currency` that were taken. Repeating a call changes nothing. Late calls are recorded too: money that can no longer be applied is refunded, and a call that contradicts an earlier one is left for manual resolution.
   */
  readonly receivePaymentCallback: {
    readonly method: 'POST'
    readonly path: '/payments/callbacks/{provider}'
    readonly params: {
      /** The payment provider. */
      readonly provider: string
    }
    readonly query: undefined
    readonly headers: {
      /** The id of the message. */
      readonly 'webhook-id'?: string
      /** When the message was sent, in seconds since 1970. */
      readonly 'webhook-timestamp'?: string
      /** `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. Spaces separate several signatures. */
      readonly 'webhook-signature'?: string
    }
    readonly body: {
      readonly [name: string]: unknown
    }
    readonly answer: {
      readonly 200: Ok
    }
    readonly refuses:
      | SharedCodes['BadRequestOfReceivePaymentCallback']
      | SharedCodes['UnauthorizedUnsigned']
      | 'no_callbacks'
      | 'payment_not_found'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsAddressRateLimited']
      | SharedCodes['ServiceUnavailable']
  }
  /**
   * Report that something has happened at a payment provider
   *
   * Called by payment providers at which an insurer has an account of its own, such as Stripe. Signed with the secret of that account; for 72 hours after a rotation also with the one before. The content of a callback counts for nothing: the provider is asked about the object that it names. So callbacks may be repeated, come in any order, or get lost: what they miss is found within an hour or two.
   */
  readonly receiveProviderCallback: {
    readonly method: 'POST'
    readonly path: '/payments/callbacks/{provider}/{insurerId}'
    readonly params: {
      /** The payment provider. */
      readonly provider: string
      /** The account of the insurer. */
      readonly insurerId: string
    }
    readonly query: undefined
    readonly headers: {
      /** `t=`, when it was sent, and `v1=`, the HMAC-SHA256 of that time and the body. */
      readonly 'stripe-signature'?: string
    }
    readonly body: {
      readonly [name: string]: unknown
    }
    readonly answer: {
      readonly 200: Ok
    }
    readonly refuses:
      | SharedCodes['BadRequestOfReceivePaymentCallback']
      | SharedCodes['UnauthorizedUnsigned']
      | 'no_callbacks'
      | SharedCodes['PayloadTooLarge']
      | SharedCodes['URITooLong']
      | SharedCodes['UnsupportedMediaType']
      | SharedCodes['TooManyRequestsAddressRateLimited']
      | 'callback_not_taken'
      | 'unavailable'
  }
  /**
   * Liveness
   *
   * Responds as long as the process runs. Does not check the database.
   */
  readonly health: {
    readonly method: 'GET'
    readonly path: '/healthz'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Ok
    }
    readonly refuses: SharedCodes['TooManyRequestsAddressRateLimited']
  }
  /**
   * Readiness
   *
   * Checks whether the database accepts reads and writes, within two seconds. A server that is stopping is not ready. With `?for=work` it also checks whether a worker runs jobs: in this process, or in any other on the same database.
   */
  readonly ready: {
    readonly method: 'GET'
    readonly path: '/readyz'
    readonly params: undefined
    readonly query: {
      /** `serve` (default) to decide whether to route requests here, or `work` to be alerted if no worker runs jobs. */
      readonly for?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Ok
    }
    readonly refuses:
      | 'unknown_purpose'
      | 'unreadable_address'
      | SharedCodes['TooManyRequestsAddressRateLimited']
      | 'not_ready'
      | 'reads_only'
      | 'no_worker'
      | 'draining'
  }
  /**
   * Metrics
   *
   * Request counts and durations, and the state of jobs and deadlines, in the Prometheus text format.
   */
  readonly metrics: {
    readonly method: 'GET'
    readonly path: '/metrics'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
    readonly refuses: SharedCodes['TooManyRequestsAddressRateLimited']
  }
}

/** What the client must know of an operation to call it. */
export interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  /** `any`: a public or a secret key; `none`: it is open to all, so no key is sent. */
  readonly keys: 'none' | 'any' | 'secret'
  readonly takesBody: boolean
  readonly takesIdempotencyKey: boolean
  /** The version for the Accept header; null where any will do. */
  readonly version: number | null
  /** The media types of its successes. */
  readonly answers: readonly string[]
}

export const operations: Readonly<Record<keyof Operations, OperationRow>> = {
  showForm: {
    method: 'GET',
    path: '/integrations/{integrationId}/form',
    keys: 'any',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  createQuote: {
    method: 'POST',
    path: '/quotes',
    keys: 'any',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 3,
    answers: ['application/json'],
  },
  createLead: {
    method: 'POST',
    path: '/leads',
    keys: 'any',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showLead: {
    method: 'GET',
    path: '/leads/{leadId}',
    keys: 'any',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  createOffer: {
    method: 'POST',
    path: '/policies',
    keys: 'any',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showOffer: {
    method: 'GET',
    path: '/offers/{offerId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  createPayment: {
    method: 'POST',
    path: '/payments',
    keys: 'any',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showPayment: {
    method: 'GET',
    path: '/payments/{paymentId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  voidPayment: {
    method: 'POST',
    path: '/payments/{paymentId}/void',
    keys: 'any',
    takesBody: true,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  showWithdrawalPage: {
    method: 'GET',
    path: '/withdrawals/{productId}',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  declareWithdrawal: {
    method: 'POST',
    path: '/withdrawals/{productId}',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showPaymentLink: {
    method: 'GET',
    path: '/payment_links/{policyId}',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  payByLink: {
    method: 'POST',
    path: '/payment_links/{policyId}/payments',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  voidByLink: {
    method: 'POST',
    path: '/payment_links/{policyId}/void',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showPolicy: {
    method: 'GET',
    path: '/policies/{policyId}',
    keys: 'any',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  endorsePolicy: {
    method: 'PATCH',
    path: '/policies/{policyId}',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showAccount: {
    method: 'GET',
    path: '/policies/{policyId}/account',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  previewTransaction: {
    method: 'POST',
    path: '/policies/{policyId}/previews',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  createEndorsementLink: {
    method: 'POST',
    path: '/policies/{policyId}/endorsement_links',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  showEndorsement: {
    method: 'GET',
    path: '/policies/{policyId}/endorsement',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  cancelPolicy: {
    method: 'POST',
    path: '/policies/{policyId}/cancel',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  moveEnd: {
    method: 'POST',
    path: '/policies/{policyId}/move-end',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  adjustPremium: {
    method: 'POST',
    path: '/policies/{policyId}/adjust',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showWithdrawal: {
    method: 'GET',
    path: '/policies/{policyId}/withdrawal',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  withdrawPolicy: {
    method: 'POST',
    path: '/policies/{policyId}/withdraw',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  reinstatePolicy: {
    method: 'POST',
    path: '/policies/{policyId}/reactivate',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  recordDelivery: {
    method: 'POST',
    path: '/policies/{policyId}/deliveries',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showMandates: {
    method: 'GET',
    path: '/policies/{policyId}/mandates',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  revokeMandate: {
    method: 'POST',
    path: '/policies/{policyId}/mandates/{mandateId}/revoke',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  changePolicyholder: {
    method: 'POST',
    path: '/policies/{policyId}/policyholder',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  createMandateLink: {
    method: 'POST',
    path: '/policies/{policyId}/mandate_links',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  showMandateLink: {
    method: 'GET',
    path: '/policies/{policyId}/mandate_link',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  setUpMandate: {
    method: 'POST',
    path: '/policies/{policyId}/mandate_setups',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showRenewal: {
    method: 'GET',
    path: '/policies/{policyId}/renewal',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  acceptRenewal: {
    method: 'POST',
    path: '/policies/{policyId}/renewal/accept',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  declineRenewal: {
    method: 'POST',
    path: '/policies/{policyId}/renewal/decline',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  retryRenewal: {
    method: 'POST',
    path: '/policies/{policyId}/renewal/retry',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showNextTermEndorsements: {
    method: 'GET',
    path: '/policies/{policyId}/renewal/endorsements',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  recordNextTermEndorsement: {
    method: 'POST',
    path: '/policies/{policyId}/renewal/endorsements',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  revokeNextTermEndorsement: {
    method: 'POST',
    path: '/policies/{policyId}/renewal/endorsements/{endorsementId}/revoke',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showPriceChange: {
    method: 'GET',
    path: '/policies/{policyId}/why',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showVersionStatus: {
    method: 'GET',
    path: '/policies/{policyId}/versions/{versionId}/status',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  showDataset: {
    method: 'GET',
    path: '/datasets/{datasetId}',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listDatasetItems: {
    method: 'GET',
    path: '/datasets/{datasetId}/dataset_items',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listDistinctValues: {
    method: 'GET',
    path: '/datasets/{datasetId}/items_distinct_values',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showDatasetItem: {
    method: 'GET',
    path: '/dataset_items/{itemId}',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showOfferAssets: {
    method: 'GET',
    path: '/policies/offers/{id}/assets',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json', 'application/pdf'],
  },
  showOfferDocument: {
    method: 'GET',
    path: '/policies/offers/{id}/assets/{versionId}/{file}',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/pdf', 'application/json'],
  },
  showPolicyAssets: {
    method: 'GET',
    path: '/policies/policies/{id}/assets',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json', 'application/pdf'],
  },
  showPolicyDocument: {
    method: 'GET',
    path: '/policies/policies/{id}/assets/{versionId}/{file}',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/pdf', 'application/json'],
  },
  showHandoverOfOffer: {
    method: 'GET',
    path: '/policies/offers/{id}/handover',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showDistributor: {
    method: 'GET',
    path: '/distributors/{id}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showItem: {
    method: 'GET',
    path: '/items/{id}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showTouchpoint: {
    method: 'GET',
    path: '/touchpoints/{id}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showSingleSignOn: {
    method: 'GET',
    path: '/manage/single_sign_on',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  setUpSingleSignOn: {
    method: 'PUT',
    path: '/manage/single_sign_on',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  removeSingleSignOn: {
    method: 'DELETE',
    path: '/manage/single_sign_on',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listUsers: {
    method: 'GET',
    path: '/manage/users',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  inviteUser: {
    method: 'POST',
    path: '/manage/users',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showUser: {
    method: 'GET',
    path: '/manage/users/{userId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  changeUserRoles: {
    method: 'PATCH',
    path: '/manage/users/{userId}',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  removeUser: {
    method: 'POST',
    path: '/manage/users/{userId}/remove',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  deactivateUser: {
    method: 'POST',
    path: '/manage/users/{userId}/deactivate',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  reactivateUser: {
    method: 'POST',
    path: '/manage/users/{userId}/reactivate',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  createResetLink: {
    method: 'POST',
    path: '/manage/users/{userId}/reset_link',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  createEmailLink: {
    method: 'POST',
    path: '/manage/users/{userId}/email_link',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  removeSecondFactor: {
    method: 'DELETE',
    path: '/manage/users/{userId}/second_factor',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  endUserSession: {
    method: 'POST',
    path: '/manage/users/{userId}/sessions/{sessionId}/end',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  endUserSessions: {
    method: 'POST',
    path: '/manage/users/{userId}/end_sessions',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showSignInRules: {
    method: 'GET',
    path: '/manage/sign_in_rules',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  changeSignInRules: {
    method: 'PATCH',
    path: '/manage/sign_in_rules',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchApprovals: {
    method: 'GET',
    path: '/manage/approvals',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  requestApproval: {
    method: 'POST',
    path: '/manage/approvals',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showApproval: {
    method: 'GET',
    path: '/manage/approvals/{approvalId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  approveRequest: {
    method: 'POST',
    path: '/manage/approvals/{approvalId}/approve',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  declineRequest: {
    method: 'POST',
    path: '/manage/approvals/{approvalId}/decline',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  withdrawRequest: {
    method: 'POST',
    path: '/manage/approvals/{approvalId}/withdraw',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showApprovalRules: {
    method: 'GET',
    path: '/manage/approval_rules',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  changeApprovalRules: {
    method: 'PATCH',
    path: '/manage/approval_rules',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listAccounts: {
    method: 'GET',
    path: '/manage/accounts',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  createDistributor: {
    method: 'POST',
    path: '/manage/distributors',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  setMailAddress: {
    method: 'PUT',
    path: '/manage/distributors/{distributorId}/mail_address',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listKeys: {
    method: 'GET',
    path: '/manage/keys',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  createKey: {
    method: 'POST',
    path: '/manage/keys',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  rotateKey: {
    method: 'POST',
    path: '/manage/keys/{keyId}/rotate',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  revokeKey: {
    method: 'POST',
    path: '/manage/keys/{keyId}/revoke',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listPermissions: {
    method: 'GET',
    path: '/manage/permissions',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listRoles: {
    method: 'GET',
    path: '/manage/roles',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  createRole: {
    method: 'POST',
    path: '/manage/roles',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  changeRole: {
    method: 'PATCH',
    path: '/manage/roles/{role}',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  deleteRole: {
    method: 'DELETE',
    path: '/manage/roles/{role}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listPaymentProviders: {
    method: 'GET',
    path: '/manage/payment_providers',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  declarePaymentProvider: {
    method: 'POST',
    path: '/manage/payment_providers',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  removePaymentProvider: {
    method: 'DELETE',
    path: '/manage/payment_providers/{provider}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listProviderCredentials: {
    method: 'GET',
    path: '/manage/provider_credentials',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  setProviderCredentials: {
    method: 'PUT',
    path: '/manage/payment_providers/{provider}/credentials',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  removeProviderCredentials: {
    method: 'DELETE',
    path: '/manage/payment_providers/{provider}/credentials',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  checkProviderCredentials: {
    method: 'POST',
    path: '/manage/payment_providers/{provider}/check',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listProducts: {
    method: 'GET',
    path: '/manage/products',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showProduct: {
    method: 'GET',
    path: '/manage/products/{productId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showProductVersion: {
    method: 'GET',
    path: '/manage/product_versions/{versionId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  pullProduct: {
    method: 'GET',
    path: '/manage/product_versions/{versionId}/files',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  compareVersions: {
    method: 'GET',
    path: '/manage/product_versions/{versionId}/differences',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  publishProduct: {
    method: 'POST',
    path: '/manage/product_versions/{versionId}/publish',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  explainQuote: {
    method: 'GET',
    path: '/manage/quotes/{quoteId}/explanation',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  explainPolicy: {
    method: 'GET',
    path: '/manage/policies/{policyId}/explanation',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  fillQuoteWorkbook: {
    method: 'GET',
    path: '/manage/quotes/{quoteId}/workbook',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  },
  startPortfolioCheck: {
    method: 'POST',
    path: '/manage/portfolio_checks',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showPortfolioCheck: {
    method: 'GET',
    path: '/manage/portfolio_checks/{checkId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  askForImpact: {
    method: 'POST',
    path: '/manage/impacts',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listImpacts: {
    method: 'GET',
    path: '/manage/impacts',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showImpact: {
    method: 'GET',
    path: '/manage/impacts/{impactId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  stopImpact: {
    method: 'POST',
    path: '/manage/impacts/{impactId}/stop',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  exportImpact: {
    method: 'GET',
    path: '/manage/impacts/{impactId}/rows',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['text/csv'],
  },
  createMassEndorsement: {
    method: 'POST',
    path: '/manage/mass_endorsements',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listMassEndorsements: {
    method: 'GET',
    path: '/manage/mass_endorsements',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showMassEndorsement: {
    method: 'GET',
    path: '/manage/mass_endorsements/{massEndorsementId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  previewMassEndorsement: {
    method: 'POST',
    path: '/manage/mass_endorsements/{massEndorsementId}/preview',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  startMassEndorsement: {
    method: 'POST',
    path: '/manage/mass_endorsements/{massEndorsementId}/start',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  stopMassEndorsement: {
    method: 'POST',
    path: '/manage/mass_endorsements/{massEndorsementId}/stop',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  resumeMassEndorsement: {
    method: 'POST',
    path: '/manage/mass_endorsements/{massEndorsementId}/resume',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listMassEndorsementResults: {
    method: 'GET',
    path: '/manage/mass_endorsements/{massEndorsementId}/results',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  exportMassEndorsementResults: {
    method: 'GET',
    path: '/manage/mass_endorsements/{massEndorsementId}/results/export',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['text/csv'],
  },
  createClock: {
    method: 'POST',
    path: '/manage/clocks',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listClocks: {
    method: 'GET',
    path: '/manage/clocks',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showClock: {
    method: 'GET',
    path: '/manage/clocks/{clockId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  advanceClock: {
    method: 'POST',
    path: '/manage/clocks/{clockId}/advance',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  publishOnClock: {
    method: 'POST',
    path: '/manage/clocks/{clockId}/publish',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listDatasets: {
    method: 'GET',
    path: '/manage/datasets',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showManagedDataset: {
    method: 'GET',
    path: '/manage/datasets/{datasetKey}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  exportDataset: {
    method: 'GET',
    path: '/manage/datasets/{datasetKey}/export',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['text/csv', 'application/x-ndjson'],
  },
  agreeOnCommission: {
    method: 'POST',
    path: '/manage/distributors/{distributorId}/commission_agreements',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listCommissionAgreements: {
    method: 'GET',
    path: '/manage/distributors/{distributorId}/commission_agreements',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchCommissionEntries: {
    method: 'GET',
    path: '/manage/commission_entries',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchCommissionStatements: {
    method: 'GET',
    path: '/manage/commission_statements',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  makeCommissionStatement: {
    method: 'POST',
    path: '/manage/commission_statements',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showCommissionStatement: {
    method: 'GET',
    path: '/manage/commission_statements/{statementId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  exportCommissionStatement: {
    method: 'GET',
    path: '/manage/commission_statements/{statementId}/export',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['text/csv'],
  },
  finishCommissionStatement: {
    method: 'POST',
    path: '/manage/commission_statements/{statementId}/done',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listAccessTokens: {
    method: 'GET',
    path: '/manage/access_tokens',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  createAccessToken: {
    method: 'POST',
    path: '/manage/access_tokens',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  revokeAccessToken: {
    method: 'POST',
    path: '/manage/access_tokens/{tokenId}/revoke',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  searchQuotes: {
    method: 'GET',
    path: '/manage/quotes',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchLeads: {
    method: 'GET',
    path: '/manage/leads',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchOffers: {
    method: 'GET',
    path: '/manage/offers',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchPolicies: {
    method: 'GET',
    path: '/manage/policies',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchRenewals: {
    method: 'GET',
    path: '/manage/renewals',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  dryRunRenewals: {
    method: 'GET',
    path: '/manage/renewals/dry_run',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchDunning: {
    method: 'GET',
    path: '/manage/dunning',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  holdDunning: {
    method: 'POST',
    path: '/manage/dunning/holds',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listHolds: {
    method: 'GET',
    path: '/manage/dunning/holds',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  recordLegalAction: {
    method: 'POST',
    path: '/manage/dunning/{caseId}/legal-action',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  decideLapse: {
    method: 'POST',
    path: '/manage/dunning/{caseId}/lapse',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  releaseHold: {
    method: 'POST',
    path: '/manage/dunning/holds/{holdId}/release',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showDunningCase: {
    method: 'GET',
    path: '/manage/dunning/{caseId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchPayments: {
    method: 'GET',
    path: '/manage/payments',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  resolvePayment: {
    method: 'POST',
    path: '/manage/payments/{paymentId}/resolve',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  resolveRefund: {
    method: 'POST',
    path: '/manage/refunds/{refundId}/resolve',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  searchInvoices: {
    method: 'GET',
    path: '/manage/invoices',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showInvoice: {
    method: 'GET',
    path: '/manage/invoices/{invoiceId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  writeOffInvoice: {
    method: 'POST',
    path: '/manage/invoices/{invoiceId}/write_off',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  deferInvoice: {
    method: 'POST',
    path: '/manage/invoices/{invoiceId}/defer',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  enterMoney: {
    method: 'POST',
    path: '/manage/policies/{policyId}/manual_entries',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showManualEntries: {
    method: 'GET',
    path: '/manage/policies/{policyId}/manual_entries',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  reverseManualEntry: {
    method: 'POST',
    path: '/manage/policies/{policyId}/manual_entries/{entryId}/reverse',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  searchWithdrawals: {
    method: 'GET',
    path: '/manage/withdrawals',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showDeclaredWithdrawal: {
    method: 'GET',
    path: '/manage/withdrawals/{declarationId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  settleWithdrawal: {
    method: 'POST',
    path: '/manage/withdrawals/{declarationId}/settle',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  searchLetters: {
    method: 'GET',
    path: '/manage/letters',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showLetter: {
    method: 'GET',
    path: '/manage/letters/{letterId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  fetchLetter: {
    method: 'GET',
    path: '/manage/letters/{letterId}/document',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/pdf'],
  },
  sendLetter: {
    method: 'POST',
    path: '/manage/letters/{letterId}/sent',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  deliverLetter: {
    method: 'POST',
    path: '/manage/letters/{letterId}/delivered',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  returnLetter: {
    method: 'POST',
    path: '/manage/letters/{letterId}/returned',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  searchMails: {
    method: 'GET',
    path: '/manage/mails',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showMail: {
    method: 'GET',
    path: '/manage/mails/{mailId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  resendMail: {
    method: 'POST',
    path: '/manage/mails/{mailId}/resend',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showMailServer: {
    method: 'GET',
    path: '/manage/mail_server',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  setMailServer: {
    method: 'PUT',
    path: '/manage/mail_server',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  removeMailServer: {
    method: 'DELETE',
    path: '/manage/mail_server',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  checkSender: {
    method: 'GET',
    path: '/manage/mail_server/dns',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  testMailServer: {
    method: 'POST',
    path: '/manage/mail_server/test',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchSuppressedAddresses: {
    method: 'GET',
    path: '/manage/suppressed_addresses',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  suppressAddress: {
    method: 'POST',
    path: '/manage/suppressed_addresses',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  releaseAddress: {
    method: 'DELETE',
    path: '/manage/suppressed_addresses/{suppressionId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  searchPayouts: {
    method: 'GET',
    path: '/manage/payouts',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showPayout: {
    method: 'GET',
    path: '/manage/payouts/{payoutId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  setPayoutAccount: {
    method: 'POST',
    path: '/manage/payouts/{payoutId}/account',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  releasePayout: {
    method: 'POST',
    path: '/manage/payouts/{payoutId}/release',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  resolvePayout: {
    method: 'POST',
    path: '/manage/payouts/{payoutId}/resolve',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  payOutCredit: {
    method: 'POST',
    path: '/manage/policies/{policyId}/pay_out',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  exportPayouts: {
    method: 'POST',
    path: '/manage/payout_batches',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  downloadPayouts: {
    method: 'GET',
    path: '/manage/payout_batches/{batchId}/file',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['text/csv'],
  },
  showParties: {
    method: 'GET',
    path: '/manage/policies/{policyId}/parties',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  addParty: {
    method: 'POST',
    path: '/manage/policies/{policyId}/parties',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  endParty: {
    method: 'POST',
    path: '/manage/policies/{policyId}/parties/{partyId}/end',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  searchEverything: {
    method: 'GET',
    path: '/manage/search',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showInbox: {
    method: 'GET',
    path: '/manage/inbox',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showHealth: {
    method: 'GET',
    path: '/manage/health',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchStuckPolicies: {
    method: 'GET',
    path: '/manage/stuck_policies',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showFigures: {
    method: 'GET',
    path: '/manage/figures',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listRequests: {
    method: 'GET',
    path: '/manage/requests',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showRequestErrors: {
    method: 'GET',
    path: '/manage/requests/errors',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listViews: {
    method: 'GET',
    path: '/manage/views',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  saveView: {
    method: 'POST',
    path: '/manage/views',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  changeView: {
    method: 'PATCH',
    path: '/manage/views/{viewId}',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  removeView: {
    method: 'DELETE',
    path: '/manage/views/{viewId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listColleagues: {
    method: 'GET',
    path: '/manage/colleagues',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listTasks: {
    method: 'GET',
    path: '/manage/tasks',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  createTask: {
    method: 'POST',
    path: '/manage/tasks',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  changeTask: {
    method: 'PATCH',
    path: '/manage/tasks/{taskId}',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listNotes: {
    method: 'GET',
    path: '/manage/notes',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  writeNote: {
    method: 'POST',
    path: '/manage/notes',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  removeNote: {
    method: 'DELETE',
    path: '/manage/notes/{noteId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showCustomer: {
    method: 'GET',
    path: '/manage/customers/{customerId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showCustomerAccount: {
    method: 'GET',
    path: '/manage/customers/{customerId}/account',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  joinCustomers: {
    method: 'POST',
    path: '/manage/customers/{customerId}/join',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  splitCustomer: {
    method: 'POST',
    path: '/manage/customers/{customerId}/split',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  recordReceipt: {
    method: 'POST',
    path: '/manage/invoices/{invoiceId}/receipts',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  searchReceipts: {
    method: 'GET',
    path: '/manage/receipts',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  matchReceipt: {
    method: 'POST',
    path: '/manage/receipts/{receiptId}/match',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  dismissReceipt: {
    method: 'POST',
    path: '/manage/receipts/{receiptId}/dismiss',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listLedgerAccounts: {
    method: 'GET',
    path: '/manage/chart_of_accounts',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  readJournal: {
    method: 'GET',
    path: '/manage/journal',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  exportJournal: {
    method: 'GET',
    path: '/manage/journal/export',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['text/csv'],
  },
  showTrialBalance: {
    method: 'GET',
    path: '/manage/trial_balance',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showTaxes: {
    method: 'GET',
    path: '/manage/taxes',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listClosings: {
    method: 'GET',
    path: '/manage/closings',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  closeMonth: {
    method: 'POST',
    path: '/manage/closings',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showClosing: {
    method: 'GET',
    path: '/manage/closings/{month}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchEarnedPremium: {
    method: 'GET',
    path: '/manage/earned_premium',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  exportEarnedPremium: {
    method: 'GET',
    path: '/manage/earned_premium/export',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['text/csv'],
  },
  searchOpenItems: {
    method: 'GET',
    path: '/manage/open_items',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  totalOpenItems: {
    method: 'GET',
    path: '/manage/open_items/totals',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  exportOpenItems: {
    method: 'GET',
    path: '/manage/open_items/export',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['text/csv'],
  },
  searchDisputes: {
    method: 'GET',
    path: '/manage/disputes',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showDispute: {
    method: 'GET',
    path: '/manage/disputes/{disputeId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchReconciliation: {
    method: 'GET',
    path: '/manage/reconciliation',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listReconciliationAccounts: {
    method: 'GET',
    path: '/manage/reconciliation/accounts',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  acceptDifference: {
    method: 'POST',
    path: '/manage/reconciliation/{itemId}/accept',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  reopenDifference: {
    method: 'POST',
    path: '/manage/reconciliation/{itemId}/reopen',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showPolicyHistory: {
    method: 'GET',
    path: '/manage/policies/{policyId}/history',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showHandover: {
    method: 'GET',
    path: '/manage/policies/{policyId}/handover',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showTimeline: {
    method: 'GET',
    path: '/manage/policies/{policyId}/timeline',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  comparePolicyVersions: {
    method: 'GET',
    path: '/manage/policies/{policyId}/comparison',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  revealField: {
    method: 'POST',
    path: '/manage/policies/{policyId}/reveal',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  revealLeadField: {
    method: 'POST',
    path: '/manage/leads/{leadId}/reveal',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  revealQuoteField: {
    method: 'POST',
    path: '/manage/quotes/{quoteId}/reveal',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listEvents: {
    method: 'GET',
    path: '/manage/events',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listAudit: {
    method: 'GET',
    path: '/manage/audit',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listEvidence: {
    method: 'GET',
    path: '/manage/evidence',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  exportEvidenceBundle: {
    method: 'GET',
    path: '/manage/policies/{policyId}/evidence_bundle',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/x-tar'],
  },
  createWebhook: {
    method: 'POST',
    path: '/manage/webhooks',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/manage/webhooks',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showWebhook: {
    method: 'GET',
    path: '/manage/webhooks/{webhookId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  changeWebhook: {
    method: 'PATCH',
    path: '/manage/webhooks/{webhookId}',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/manage/webhooks/{webhookId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  testWebhook: {
    method: 'POST',
    path: '/manage/webhooks/{webhookId}/test',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  rotateWebhook: {
    method: 'POST',
    path: '/manage/webhooks/{webhookId}/rotate',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/manage/webhooks/{webhookId}/deliveries',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  resendDeliveries: {
    method: 'POST',
    path: '/manage/webhooks/{webhookId}/resend',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  validateProduct: {
    method: 'POST',
    path: '/manage/products/validate',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  planProduct: {
    method: 'POST',
    path: '/manage/products/plan',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  pushProduct: {
    method: 'POST',
    path: '/manage/products/push',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  keepWhatIf: {
    method: 'POST',
    path: '/manage/products/what_ifs',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  priceFolder: {
    method: 'POST',
    path: '/manage/products/price',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  previewDocuments: {
    method: 'POST',
    path: '/manage/products/documents',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  previewMails: {
    method: 'POST',
    path: '/manage/products/mails',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  draftFromWorkbook: {
    method: 'POST',
    path: '/manage/products/draft_from_workbook',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  replaceWorkbook: {
    method: 'POST',
    path: '/manage/products/replace_workbook',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  importDataset: {
    method: 'POST',
    path: '/manage/datasets/{datasetKey}/import',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  receiveDeliveryReport: {
    method: 'POST',
    path: '/manage/delivery_reports',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  importReceipts: {
    method: 'POST',
    path: '/manage/receipts/import',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  signIn: {
    method: 'POST',
    path: '/manage/sign_in',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  signInWithCode: {
    method: 'POST',
    path: '/manage/sign_in/code',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  optionsForSignIn: {
    method: 'POST',
    path: '/manage/sign_in/passkey/options',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/manage/sign_in/passkey',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  signOut: {
    method: 'POST',
    path: '/manage/sign_out',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showMe: {
    method: 'GET',
    path: '/manage/me',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  changeMe: {
    method: 'PATCH',
    path: '/manage/me',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listSessions: {
    method: 'GET',
    path: '/manage/sessions',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  endSession: {
    method: 'POST',
    path: '/manage/sessions/{sessionId}/end',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/manage/links/accept',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  resetPassword: {
    method: 'POST',
    path: '/manage/links/reset',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  signInByLink: {
    method: 'POST',
    path: '/manage/links/sign_in',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  confirmEmail: {
    method: 'POST',
    path: '/manage/links/confirm_email',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/manage/password_resets',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  changePassword: {
    method: 'POST',
    path: '/manage/me/password',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  changeEmail: {
    method: 'POST',
    path: '/manage/me/email',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listPersonalTokens: {
    method: 'GET',
    path: '/manage/me/tokens',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  createPersonalToken: {
    method: 'POST',
    path: '/manage/me/tokens',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  revokePersonalToken: {
    method: 'POST',
    path: '/manage/me/tokens/{tokenId}/revoke',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  beginTotp: {
    method: 'POST',
    path: '/manage/me/totp',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  confirmTotp: {
    method: 'POST',
    path: '/manage/me/totp/confirm',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  removeTotp: {
    method: 'POST',
    path: '/manage/me/totp/remove',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/manage/me/totp/recovery_codes',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listPasskeys: {
    method: 'GET',
    path: '/manage/me/passkeys',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  addPasskey: {
    method: 'POST',
    path: '/manage/me/passkeys',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  optionsForNewPasskey: {
    method: 'POST',
    path: '/manage/me/passkeys/options',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  removePasskey: {
    method: 'DELETE',
    path: '/manage/me/passkeys/{passkeyId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  receivePaymentCallback: {
    method: 'POST',
    path: '/payments/callbacks/{provider}',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  receiveProviderCallback: {
    method: 'POST',
    path: '/payments/callbacks/{provider}/{insurerId}',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  health: {
    method: 'GET',
    path: '/healthz',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['text/plain'],
  },
}
