/** A page of the fictional business. */
export interface SitePage {
  path: string
  title: string
  /** Headings with their paragraphs. */
  sections: readonly { heading: string; text: readonly string[] }[]
  /** Paths that the page links to beside those of the menu. */
  links?: readonly string[]
}

/** The site of a fictional insurance company. */
export const sitePages: readonly SitePage[] = [
  {
    path: '/',
    title: 'Acme Insurance',
    sections: [
      {
        heading: 'Insurance that answers',
        text: [
          'Acme Insurance covers homes, cars, boats and rented flats in twenty-four cities. You reach us by telephone and on WhatsApp, day and night.',
          'We call you before a plan ends, and we write to you after a storm. You never have to wait in a line.',
        ],
      },
    ],
    links: ['/contact', '/news/storm'],
  },
  {
    path: '/home',
    title: 'Home insurance',
    sections: [
      {
        heading: 'What is covered',
        text: [
          'Home insurance covers the building and what is in it against fire, storm, hail, theft and water from burst pipes.',
          'Fences, sheds and garages belong to the building. Bikes are covered up to 1,000 dollars each while they are on your land.',
        ],
      },
      {
        heading: 'What is not covered',
        text: [
          'Water that comes from outside, such as a flood or a river, is covered only with the flood option. Damage by wear, insects or missing repairs is not covered.',
        ],
      },
      {
        heading: 'Deductible',
        text: [
          'You choose a deductible of 250, 500 or 1,000 dollars for each claim. A higher deductible makes the plan cheaper.',
        ],
      },
    ],
    links: ['/home/flood', '/home/renters'],
  },
  {
    path: '/home/flood',
    title: 'The flood option',
    sections: [
      {
        heading: 'Flood option',
        text: [
          'The flood option adds damage by rivers, heavy rain and water that rises from the ground. It costs 9 dollars a month and begins thirty days after you order it.',
          'With the flood option the basement is covered too, including heaters and washing machines, up to 20,000 dollars.',
        ],
      },
    ],
  },
  {
    path: '/home/renters',
    title: 'Renters insurance',
    sections: [
      {
        heading: 'For rented flats',
        text: [
          'Renters insurance covers your furniture, clothes and devices, and damage that you cause in the flat. It costs from 12 dollars a month.',
        ],
      },
    ],
  },
  {
    path: '/car',
    title: 'Car insurance',
    sections: [
      {
        heading: 'What is covered',
        text: [
          'Car insurance covers damage that you cause to others, theft, glass, hail, and accidents with animals.',
          'A rental car is paid for up to 14 days after an accident, up to 40 dollars a day.',
        ],
      },
      {
        heading: 'Drivers',
        text: [
          'You can add a driver at any time. We need the name, the date of birth and the license number. A new driver under twenty-five costs 38 dollars a month.',
        ],
      },
    ],
  },
  {
    path: '/boat',
    title: 'Boat insurance',
    sections: [
      {
        heading: 'On the water and on land',
        text: [
          'Boat insurance covers the hull, the engine and the trailer, on the water and in storage. For a quote we need the length, the age and the harbor.',
        ],
      },
    ],
  },
  {
    path: '/claims',
    title: 'Report a claim',
    sections: [
      {
        heading: 'What to do first',
        text: [
          'Make sure that nobody is in danger. Take pictures before you repair anything. Repair only what keeps more damage away, such as a cover over a broken roof.',
          'Then write to us on WhatsApp or call us. An adviser calls you back within one working day.',
        ],
      },
      {
        heading: 'How long it takes',
        text: [
          'Claims below 2,000 dollars are paid within five working days. For larger claims an adviser comes to look at the damage, within a week.',
        ],
      },
    ],
    links: ['/claims/pictures', '/claims/forms/old'],
  },
  {
    path: '/claims/pictures',
    title: 'Pictures for a claim',
    sections: [
      {
        heading: 'Good pictures',
        text: [
          'Take one picture from afar and two from near for each damaged thing. Pictures of receipts help. You can send up to thirty pictures in one chat.',
        ],
      },
    ],
  },
  {
    path: '/payments',
    title: 'Payments and renewal',
    sections: [
      {
        heading: 'Ways to pay',
        text: [
          'You can pay by card, by bank transfer or by check. A yearly payment is cheapest; monthly payments cost 2 percent more.',
          'If a payment is late we remind you twice, by telephone and by message. A plan ends thirty days after the second reminder.',
        ],
      },
      {
        heading: 'Renewal',
        text: [
          'We call you four weeks before your plan ends. Say yes, and it goes on for a year. You can also renew on WhatsApp by answering our message.',
        ],
      },
      {
        heading: 'Discounts',
        text: [
          'Who insures home and car with us saves 12 percent. Three years without a claim save another 5 percent.',
        ],
      },
    ],
  },
  {
    path: '/change-of-address',
    title: 'Change of address',
    sections: [
      {
        heading: 'When you move',
        text: [
          'Send us the new address and the date of the move. Both homes are covered for thirty days. The price can change with the city.',
        ],
      },
    ],
  },
  {
    path: '/contact',
    title: 'Contact',
    sections: [
      {
        heading: 'How to reach us',
        text: [
          'By telephone at +1 415 555 0100, and on WhatsApp at +1 415 555 0199. People answer from 8 in the morning to 8 in the evening, New York time; at night we take claims only.',
          'Write STOP on WhatsApp to get no more messages from us, and START to get them again.',
        ],
      },
    ],
  },
  {
    path: '/news/storm',
    title: 'After the storm',
    sections: [
      {
        heading: 'We are calling everybody',
        text: [
          'The storm of this month damaged roofs, fences and windows in Chicago, St. Louis, Kansas City, Cleveland and Minneapolis. We are calling every customer there.',
          'Food from a freezer that lost its power is covered up to 300 dollars. A list of what was in it is enough.',
        ],
      },
    ],
  },
]

/** A path that robots.txt closes to crawlers; a page links to it all the same. */
export const closedPath = '/claims/forms/old'
