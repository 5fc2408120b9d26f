import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { MyOrganization } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { useOrganizationReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { FailureText } from './failure.tsx'
import type { MoreAction } from './more-actions.tsx'

/** Returns what stops the calls that the demo places by itself, or lets it place them again. */
export function useDemoCalls(organization: MyOrganization): MoreAction & { isPending: boolean } {
  const { shell } = useMessages('shell')
  const ids = { organization_id: organization._id }
  const reason = useOrganizationReason(organization, 'admin')
  const queries = useQueryClient()
  const toast = useToast()
  const demo = useQuery({
    ...query('getDemoCalls', ids, { live: true }),
    enabled: organization.is_demo && reason === null,
  })
  const isOn = demo.data?.is_on ?? true
  const label = isOn ? shell.demoStop : shell.demoStart
  const switching = useMutation({
    mutationFn: () => call('setDemoCalls', { ...ids, body: { is_on: !isOn } }),
    onSuccess: async ({ is_on }) => {
      await queries.invalidateQueries({ queryKey: ['getDemoCalls'] })
      toast({
        about: 'demo',
        status: is_on ? 'done' : 'held',
        text: is_on ? shell.demoStarted : shell.demoStopped,
      })
    },
    onError: (error) =>
      toast({ about: 'demo', status: 'failed', text: <FailureText of={label} error={error} /> }),
  })
  return {
    label,
    reason,
    isPending: switching.isPending,
    onChoose: () => switching.mutate(),
  }
}

/** The button that does it. */
export function DemoCalls({ organization }: { organization: MyOrganization }) {
  const { label, reason, isPending, onChoose } = useDemoCalls(organization)
  return (
    <Button reason={reason} isPending={isPending} onPress={onChoose}>
      {label}
    </Button>
  )
}
