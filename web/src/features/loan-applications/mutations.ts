import { type Arguments, requestMutation } from '@/lib/requests';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';
import type { ApplicationRow } from './queries';

export const loanApplicationMutations = {
  submit: requestMutation(
    'Failed to submit loan application',
    (application: Arguments<'submit_application'>) => supabase.rpc('submit_application', application),
  ),
  decide: requestMutation("We couldn't make a decision", (applicationId: string) =>
    callServer<ApplicationRow>('decide-application', { application_id: applicationId }),
  ),
  accept: requestMutation("We couldn't accept the offer", (acceptance: Arguments<'accept_offer'>) =>
    supabase.rpc('accept_offer', acceptance),
  ),
  withdraw: requestMutation("We couldn't withdraw the application", (applicationId: string) =>
    supabase.rpc('withdraw_application', { application_id: applicationId }),
  ),
};
