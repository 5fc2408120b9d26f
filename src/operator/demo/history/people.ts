import { createRandom } from './random.ts'

/** A customer of the demo's business. */
export interface DemoPerson {
  /** E.164, of the range 555-0100 to 555-0199 that no telephone has; WhatsApp's id of somebody who hides the number. */
  number: string
  name: string
  /** Null for one in five. */
  email: string | null
  city: string
  policy: string
  policyNumber: string
}

/** Somebody who hides the number: on WhatsApp the business sees an id and a username instead. */
export const hiddenPerson: DemoPerson & { username: string } = {
  number: 'US.24817733019264402255',
  username: 'marisol.vega',
  name: 'Marisol Vega',
  email: null,
  city: 'Miami',
  policy: 'renters',
  policyNumber: 'AC-731190',
}

/** Area codes with their cities. */
const places: readonly (readonly [code: string, city: string])[] = [
  ['415', 'San Francisco'],
  ['212', 'New York'],
  ['312', 'Chicago'],
  ['617', 'Boston'],
  ['303', 'Denver'],
  ['206', 'Seattle'],
  ['305', 'Miami'],
  ['404', 'Atlanta'],
  ['512', 'Austin'],
  ['602', 'Phoenix'],
  ['702', 'Las Vegas'],
  ['713', 'Houston'],
  ['816', 'Kansas City'],
  ['901', 'Memphis'],
  ['919', 'Raleigh'],
  ['216', 'Cleveland'],
  ['314', 'St. Louis'],
  ['410', 'Baltimore'],
  ['503', 'Portland'],
  ['612', 'Minneapolis'],
  ['615', 'Nashville'],
  ['704', 'Charlotte'],
  ['801', 'Salt Lake City'],
  ['504', 'New Orleans'],
]

/**
 * The last two digits that nobody of the demo has. The sandbox would refuse calls to them, answer wrongly, or keep them
 * up for minutes (`src/sandbox/README.md`). 00 is left to the visitor, whose first call goes there.
 */
const unusedDigits = new Set(
  '00 03 09 20 21 22 23 30 31 32 33 34 35 40 41 50 51 52 53 54'.split(' ').map(Number),
)

const firstNames = (
  'Ada Amara Amir Ana Andre Anna Ben Bianca Carlos Carmen Chloe Daniel David Diego Elena Eli Emma Erik Esther Fatima ' +
  'Felix Grace Hana Hugo Ines Isaac Ivan James Jana Jasmine Joel Jonas Julia Kai Karen Kofi Lara Leah Leo Liam Lin ' +
  'Louis Lucia Maria Mark Maya Mei Michael Mina Nadia Nina Noah Nora Olga Omar Oscar Paul Priya Rachel Rafael Rosa ' +
  'Ruth Sam Sara Simon Sofia Stella Tariq Tessa Theo Thomas Uma Victor Wei Yara Yusuf Zoe'
).split(' ')
const lastNames = (
  'Abbott Adeyemi Alvarez Anders Baker Becker Boyd Bennett Brooks Campbell Carter Castillo Chen Clarke Cohen Cole ' +
  'Cruz Dalton Diaz Dixon Ellis Evans Farah Fischer Flores Foster Garcia Gibson Grant Greene Gupta Hansen Hayes ' +
  'Hernandez Holmes Hughes Ito Jackson Jensen Johnson Kaplan Kelly Khan Kim Kowalski Lambert Larsen Lee Lewis Lopez ' +
  'Martin Mendoza Meyer Miller Moreno Murphy Nakamura Nguyen Novak Okafor Ortiz Park Patel Perez Price Quinn Ramos ' +
  'Reed Rivera Rossi Sanchez Schmidt Shah Silva Singh Stone Sullivan Tanaka Torres Tran Turner Vargas Walker Weber ' +
  'Wong Wright Young Zhang'
).split(' ')
const policies = ['home', 'home', 'home', 'car', 'car', 'home and car', 'renters', 'boat'] as const

/** Returns all customers, the same at every call: one for each number that somebody has. */
export function demoPeople(): DemoPerson[] {
  const random = createRandom('the people of the demo')
  const taken = new Map<string, number>()
  return places.flatMap(([code, city]) =>
    Array.from({ length: 100 }, (_, digits) => digits)
      .filter((digits) => !unusedDigits.has(digits))
      .map((digits) => {
        const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
        const mailbox = `${first}.${last}`.toLowerCase()
        const before = taken.get(mailbox) ?? 0
        taken.set(mailbox, before + 1)
        const email = `${mailbox}${before === 0 ? '' : before + 1}@example.com`
        return {
          number: `+1${code}55501${String(digits).padStart(2, '0')}`,
          name: `${first} ${last}`,
          email: random.isTrue(0.8) ? email : null,
          city,
          policy: random.pick(policies),
          policyNumber: `AC-${random.whole(100_000, 999_999)}`,
        }
      }),
  )
}

const stormCities = new Set(['Chicago', 'St. Louis', 'Kansas City', 'Cleveland', 'Minneapolis'])

/** Returns whether the storm of three weeks ago came by this person's home. */
export function isNearStorm({ city }: DemoPerson): boolean {
  return stormCities.has(city)
}
