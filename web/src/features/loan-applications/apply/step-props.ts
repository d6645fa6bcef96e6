import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form';
import type { ApplicationFields } from './application-schema';

/** The props of every step of the form. */
export type StepProps = {
  control: Control<ApplicationFields>;
  register: UseFormRegister<ApplicationFields>;
  errors: FieldErrors<ApplicationFields>;
  values: ApplicationFields;
};
