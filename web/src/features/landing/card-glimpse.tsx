import { CardFace } from '@/entities/card/card-face';
import { Bar } from '@/ui/bar';

export function CardGlimpse() {
  return (
    <div className="max-w-120">
      <CardFace name="Tide Card" lastFour="6021" holder="Maya Okafor" />
      <Bar label="Credit utilization" share={0.211} mark={0.3} className="mt-4" />
      <p className="mt-2 flex justify-between text-ink-3 text-sm">
        <span className="figures">$1,265.96 of $6,000.00</span>
        <span>21% utilization. Marker = 30%</span>
      </p>
    </div>
  );
}
