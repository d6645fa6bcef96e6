/** The ids of categories that every customer has. The migration of customers defines them. */
export const HOUSING_ID = '00000000-0000-4000-8000-000000000001';
export const SALARY_ID = '00000000-0000-4000-8000-000000000101';
