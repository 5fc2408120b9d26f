import { startService } from '../test/support/service.ts'
import { startCarrier, carrierAccount } from '../test/support/carrier.ts'
const carrier = await startCarrier()
try {
  const service = await startService({ carrier: { api_url: carrier.url, account_sid: carrierAccount } })
  const p = `/organizations/${service.organizationId}/projects/${service.projectId}`
  console.log(service.url, await service.request('GET', p + '/campaigns'))
  console.log(
    await service.request('POST', `${p}/campaigns/${service.campaignIds['Script']}/trigger-call`, {
      body: { phone_number: '+14155550123' },
    }),
  )
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
  console.log('closed')
} catch (e) {
  console.log(e)
  process.exit(1)
}
