import { describe } from 'vitest'
import { endorsementStories } from './stories/endorsement.ts'
import { embeddingStories } from './stories/embedded.ts'
import { listStories } from './stories/lists.ts'
import { saleStories } from './stories/sell.ts'
import { savedStories } from './stories/saved.ts'
import { stripeStories } from './stories/stripe.ts'
import { troubleStories } from './stories/troubles.ts'
import { withdrawalStories } from './stories/withdraw.ts'
import { storiesInOneShop } from './support/stories.ts'

/** One browser and one platform for all: in this order, for some change what is on sale and the time. */
const story = storiesInOneShop()
describe('the checkout sells', () => saleStories(story))
describe('a form with lists', () => listStories(story))
describe('a sale that waits', () => savedStories(story))
describe('a policy that is endorsed', () => endorsementStories(story))
describe('a withdrawal', () => withdrawalStories(story))
describe('a customer who pays with Stripe', () => stripeStories(story))
describe('a customer in trouble', () => troubleStories(story))
describe('on pages of others', () => embeddingStories(story))
