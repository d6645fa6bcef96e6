import {
  Baby,
  Bike,
  Car,
  Flag,
  Gift,
  GraduationCap,
  Heart,
  House,
  Laptop,
  type LucideIcon,
  Plane,
  TreePine,
  Umbrella,
} from 'lucide-react';
import { classNames } from '@/ui/class-names';

/** The goal pictures that the bank supports, with their labels and icons. */
export const PICTURES: readonly { value: string; label: string; icon: LucideIcon }[] = [
  { value: 'flag', label: 'Flag', icon: Flag },
  { value: 'umbrella', label: 'Umbrella', icon: Umbrella },
  { value: 'plane', label: 'Plane', icon: Plane },
  { value: 'house', label: 'House', icon: House },
  { value: 'car', label: 'Car', icon: Car },
  { value: 'graduation', label: 'Graduation cap', icon: GraduationCap },
  { value: 'gift', label: 'Gift', icon: Gift },
  { value: 'heart', label: 'Heart', icon: Heart },
  { value: 'laptop', label: 'Laptop', icon: Laptop },
  { value: 'bike', label: 'Bike', icon: Bike },
  { value: 'baby', label: 'Baby', icon: Baby },
  { value: 'tree', label: 'Tree', icon: TreePine },
];

type GoalPictureProps = {
  picture: string;
  /** A photo as a data URL, which is shown instead of the picture. */
  photo: string | null;
  className?: string;
};

export function GoalPicture({ picture, photo, className }: GoalPictureProps) {
  if (photo)
    return (
      <img
        src={photo}
        alt=""
        className={classNames('size-11 shrink-0 rounded-full object-cover', className)}
      />
    );
  const Icon = PICTURES.find(({ value }) => value === picture)?.icon ?? Flag;
  return (
    <span
      className={classNames(
        'grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink',
        className,
      )}
    >
      <Icon className="size-5" />
    </span>
  );
}
