import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { MyOrganization } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { includesRole } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { Failure } from './failure.tsx'

/** Stops the calls that the demo places by itself, or lets it place them again. */
export function DemoCalls({ organization: { _id, role } }: { organization: MyOrganization }) {
  const { shell } = useMessages('shell')
  const ids = { organization_id: _id }
  const reason = useRoleReason(role, 'admin')
  const queries = useQueryClient()
  const toast = useToast()
  const demo = useQuery({
    ...query('getDemoCalls', ids, { live: true }),
    enabled: includesRole(role, 'admin'),
  })
  const isOn = demo.data?.is_on ?? true
  const switching = useMutation({
    mutationFn: () => call('setDemoCalls', { ...ids, body: { is_on: !isOn } }),
    onSuccess: async ({ is_on }) => {
      await queries.invalidateQueries({ queryKey: ['getDemoCalls'] })
      toast({ status: is_on ? 'done' : 'held', text: is_on ? shell.demoStarted : shell.demoStopped })
    },
    onError: (error) => toast({ status: 'failed', text: <Failure error={error} /> }),
  })
  return (
    <Button reason={reason} isPending={switching.isPending} onPress={() => switching.mutate()}>
      {isOn ? shell.demoStop : shell.demoStart}
    </Button>
  )
}
