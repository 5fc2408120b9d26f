/**
 * The workflow of the storm campaign: asks whether all is well, and opens a ticket with what was damaged. Not typed as
 * a definition: it is checked like any other.
 */
export const stormWorkflow = {
  start: 'greet',
  language: 'en-US',
  goodbye: 'We have to end this call here. Goodbye.',
  steps: {
    greet: {
      kind: 'say',
      text: "Hello {{ customer.name | default: 'there' }}, this is Acme Insurance. We are calling everyone near the storm.",
      next: 'ask',
    },
    ask: {
      kind: 'listen',
      text: 'Is your home all right? Please say yes, or say what happened.',
      input: 'speech',
      variable: 'home',
      hints: ['yes', 'damage', 'roof', 'water', 'tree', 'window', 'power'],
      next: 'decide',
      no_input: 'goodbye',
    },
    decide: {
      kind: 'choose',
      branches: [
        {
          variable: 'home',
          contains: [
            'damage',
            'roof',
            'water',
            'tree',
            'window',
            'fence',
            'broken',
            'leak',
            'flooded',
            'not',
          ],
          next: 'ask_damage',
        },
        { variable: 'home', contains: ['yes', 'fine', 'okay', 'good', 'lucky', 'nothing'], next: 'fine' },
      ],
      otherwise: 'ask_damage',
    },
    ask_damage: {
      kind: 'listen',
      text: 'I am sorry about that. Please say in a sentence or two what was damaged.',
      input: 'speech',
      variable: 'damage',
      timeout_seconds: 8,
      next: 'ticket',
      no_input: 'ticket',
    },
    ticket: {
      kind: 'open_ticket',
      subject: 'Storm damage: {{ variables.damage | default: variables.home }}',
      next: 'thanks',
    },
    thanks: {
      kind: 'hang_up',
      text: 'Thank you. An adviser calls you back within one working day. Please take pictures before you repair anything. Goodbye.',
    },
    fine: {
      kind: 'hang_up',
      text: 'We are glad about that. If you find damage later, call us or write to us on WhatsApp. Goodbye.',
    },
    goodbye: { kind: 'hang_up', text: 'We will try again another time. Goodbye.' },
  },
}
