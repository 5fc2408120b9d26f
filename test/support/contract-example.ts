import { parse, stringify } from 'yaml'
import { renewalWorkflow } from '../../src/workflows/example-renewal.ts'

/** A declaration with every field, as text. */
export const contractExample = `
organizations:
  - name: Acme
    plan: { status: active, whatsapp_sends: 1000, links: 500 }
    calls: { dials_a_day: 20000 }
    projects:
      - name: Renewals
        status: active
        language: en
        timezone: Europe/Berlin
        default_country: DE
        ticket_keywords: [refund, talk to somebody]
        voice_carriers:
          - name: main
            kind: twilio
            account_sid: AC00000000000000000000000000000001
            auth_token: secret-of-the-carrier
            api_url: http://127.0.0.1:9901
            calls_per_second: 1
            unknown_grace_seconds: 300
        caller_ids:
          - { number: "+14155550100", carrier: main }
        workflows:
          - name: renewal
            definition:
${indented(stringify(renewalWorkflow), 14)}
        campaigns:
          - name: Renewal reminders
            status: running
            call_direction: outbound
            campaign_type: workflow
            workflow: renewal
            script: "Hello {{ customer.name }}, ..."
            voice: alice
            caller_id: "+14155550100"
            calling_hours:
              timezone: America/New_York
              windows:
                - { days: [mon, tue, wed, thu, fri], from: "09:00", to: "18:00" }
              closed_dates: ["2026-12-25"]
            slots: 5
            retry: { max_attempts: 3, delay_minutes: 30, on: [no_answer, busy, failed] }
            ring_timeout_seconds: 30
            ends_at: 2027-01-31T23:00:00Z
        whatsapp_senders:
          - name: main
            phone_number_id: "100000000000001"
            business_account_id: "200000000000001"
            display_phone_number: "+14155550199"
            access_token: secret-of-the-sender
            app_secret: secret-of-the-app
            verify_token: secret-of-the-webhook
            status: connected
            catalog_id: "300000000000001"
            api_url: http://127.0.0.1:9902
            messages_per_second: 12.5
        whatsapp_templates:
          - name: order_update
            sender: main
            language: en
            category: utility
            status: approved
            components: [{ type: BODY, text: "Hello {{name}}" }]
        broadcasts:
          - { name: October, sender: main, template: order_update }
        api_keys:
          - { name: backend, scopes: ["calls:create", "whatsapp:create"] }
`

/** A document whose shape tests break on purpose. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests change any part of it
export type Tree = any

/** Returns the example as a value, under names of the test's own, because the tests of a file share a database. */
export function exampleDeclaration(organization = 'Acme', phoneNumberId = '100000000000001'): Tree {
  const value: Tree = parse(contractExample)
  value.organizations[0].name = organization
  value.organizations[0].projects[0].whatsapp_senders[0].phone_number_id = phoneNumberId
  return value
}

function indented(text: string, columns: number): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => ' '.repeat(columns) + line)
    .join('\n')
}
