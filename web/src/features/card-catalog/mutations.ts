import type { CardProductId } from '@engine/products/cards/card-catalog.ts';
import { type Arguments, requestMutation } from '@/lib/requests';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';
import type { CardApplication } from './queries';

type Application = {
  product: CardProductId;
  annual_income: number;
  employment_status: string;
  monthly_debt: number;
  request_id: string;
};

export const cardCatalogMutations = {
  apply: requestMutation("We couldn't decide on your application", (application: Application) =>
    callServer<CardApplication>('decide-card-application', application),
  ),
  open: requestMutation("We couldn't open the card", (card: Arguments<'open_card'>) =>
    supabase.rpc('open_card', card),
  ),
};
